//! Rays per second: scans of 360 × 16 rays from 20 places, in a room of 1,000 triangles and on a terrain of 100,352,
//! on one thread.
//!
//! The baseline is rapier's query pipeline on the same rays and, if `MORSE_RAYS_PEERS` is set, other programs;
//! `python3 benches/run.py --only rays` builds the programs in `benches/rays_peers` and sets the variable. After the
//! criterion report come lines that begin with `measure`. Their fields are separated by tabs: scene, caster, rays per second
//! with the caches left by other scans, rays per second of an immediate repetition of the scan, and, for other programs,
//! their report about the distances.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, unreachable_pub, missing_docs)]

mod casters;
mod peers;
mod scenes;

use std::hint::black_box;
use std::time::{Duration, Instant};

use casters::{Caster, race};
use criterion::Criterion;
use glam::DVec3;
use morse_world::{
    BodySpec, Hit, Instructions, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, Ray, RayFilter, Shape,
    World,
};
use peers::Peer;
use rapier3d::pipeline::PhysicsWorld;
use rapier3d::prelude::{ColliderBuilder, QueryFilter, Ray as EngineRay, RigidBodyBuilder, Vector};
use scenes::Scene;

/// Rounds in which robots move. Each has as many ticks as there are scans.
const ROUNDS: usize = 40;
/// Rounds in which one thread and two threads cast the same rays.
const THREAD_ROUNDS: usize = 150;
const ROBOTS: u32 = 200;
const BOXES: u32 = 10_000;

fn bare(scene: &Scene) -> PhysicsWorld {
    let mut engine = PhysicsWorld::new();
    let vertices = scene.vertices.iter().map(|v| v.as_vec3()).collect();
    let surface = ColliderBuilder::trimesh(vertices, scene.triangles.clone()).unwrap();
    engine.insert(RigidBodyBuilder::fixed(), surface);
    engine.step();
    engine
}

fn cast_bare(engine: &PhysicsWorld, scan: &[Ray]) {
    let pipeline = engine.query_pipeline_with_filter(QueryFilter::new());
    for ray in scan {
        let origin = ray.origin.as_vec3();
        let engine_ray = EngineRay::new(Vector::from(origin), ray.direction);
        black_box(pipeline.cast_ray_and_get_normal(&engine_ray, ray.max_distance, true));
    }
}

fn cast_singly(world: &World, scan: &[Ray]) {
    for ray in scan {
        let reach = f64::from(ray.max_distance);
        black_box(world.cast_ray(ray.origin, ray.direction.as_dvec3(), reach, None));
    }
}

fn print_measurement(scene: &str, caster: &str, [once, again]: [f64; 2], more: &str) {
    println!("measure\t{scene}\t{caster}\t{once:.0}\t{again:.0}\t{more}");
}

fn compare(criterion: &mut Criterion, scene: &Scene) {
    let (world, engine, scans) = (scene.world(), bare(scene), scene.scans());
    let filter = RayFilter::default();
    let mut hits = Vec::new();
    let mut all_hits: Vec<Option<Hit>> = Vec::new();
    for scan in &scans {
        world.cast_rays(scan, &filter, &mut hits);
        all_hits.extend(&hits);
    }
    let path = scene.write(&scans, &all_hits).unwrap();
    let met = all_hits.iter().flatten().count() as f64 / all_hits.len() as f64;

    let mut group = criterion.benchmark_group(format!("{}, a scan of 5760 rays", scene.name));
    group.bench_function("world", |b| b.iter(|| world.cast_rays(black_box(&scans[0]), &filter, &mut hits)));
    group.finish();

    let (mut hits, mut portable_hits, mut avx2_hits) = (Vec::new(), Vec::new(), Vec::new());
    let peers = Peer::start_all(&path);
    let mut casters = vec![
        Caster::new("query pipeline of rapier", &scans, |scan| cast_bare(&engine, scan)),
        Caster::new("world, one ray at a time", &scans, |scan| cast_singly(&world, scan)),
        Caster::new("world, portable", &scans, |scan| {
            world.cast_rays_using(Instructions::Portable, scan, &filter, &mut portable_hits).unwrap();
        }),
        Caster::new("world", &scans, |scan| world.cast_rays(scan, &filter, &mut hits)),
    ];
    let mut with_avx2 =
        |scan: &[Ray]| world.cast_rays_using(Instructions::Avx2, scan, &filter, &mut avx2_hits);
    if with_avx2(&scans[0]).is_some() {
        casters.push(Caster::new("world without AVX-512", &scans, |scan| with_avx2(scan).unwrap()));
    }
    let own = casters.len();
    for peer in &peers {
        casters.extend((0..peer.ways.len()).map(|way| Caster::of_peer(peer, way, scans.len())));
    }
    race(&mut casters);
    let speeds: Vec<_> = casters.iter().map(|caster| (caster.name.clone(), caster.speeds(&scans))).collect();
    drop(casters);
    println!(
        "{}: {} triangles, {:.0} % of the rays meet one",
        scene.name,
        scene.triangles.len(),
        100.0 * met
    );
    let output_lines = std::iter::repeat_n(String::new(), own).chain(peers.into_iter().flat_map(Peer::end));
    for ((name, speed), output_lines) in speeds.iter().zip(output_lines) {
        print_measurement(scene.name, name, *speed, &output_lines);
    }
}

/// A room in which many robots move: one update of the ray scene per tick, then one scan.
fn moving(scene: &Scene) {
    let scans = scene.scans();
    let mut world = scene.world();
    let robots: Vec<NodeId> = (0..ROBOTS).map(|number| add_robot(&mut world, number)).collect();
    let filter = RayFilter::default();
    let mut hits = Vec::new();
    // Whole rounds, so that the occasional rebuild of a tree is included.
    let mut best = [Duration::MAX; 2];
    for round in 0..ROUNDS {
        let mut taken = [Duration::ZERO; 2];
        for (tick, scan) in scans.iter().enumerate() {
            for &robot in &robots {
                let turn = 0.05 * (tick + round) as f64;
                world.move_local(robot, DVec3::X * 0.02, DVec3::Z * turn);
            }
            // Before the first cast, every instance has moved; before the second, none has.
            for taken in &mut taken {
                let start = Instant::now();
                world.cast_rays(scan, &filter, &mut hits);
                *taken += start.elapsed();
            }
        }
        best = std::array::from_fn(|which| taken[which].min(best[which]));
    }
    let rays: usize = scans.iter().map(Vec::len).sum();
    let [moving, still] = best.map(|best| rays as f64 / best.as_secs_f64());
    print_measurement(scene.name, "robots at rest", [still; 2], "");
    print_measurement(scene.name, "robots moving before each scan", [moving; 2], "");
}

fn add_robot(world: &mut World, number: u32) -> NodeId {
    let body = BodySpec {
        physics: PhysicsType::RigidBody,
        shapes: vec![
            (Pose::IDENTITY, Shape::Box { half_extents: DVec3::new(0.2, 0.15, 0.1) }),
            (Pose::from_translation(DVec3::Z * 0.2), Shape::Cylinder { radius: 0.1, half_height: 0.1 }),
        ],
        ..BodySpec::default()
    };
    let place = DVec3::new(f64::from(number % 20) * 0.9 - 8.5, f64::from(number / 20) * 1.4 - 6.3, 0.3);
    let node = NodeSpec::new(format!("robot{number}")).at(Pose::from_translation(place));
    world.add_node(node.with_body(body)).unwrap()
}

/// Cost of detecting that one instance of many has moved.
fn one_of_many() {
    let mut world = World::new(PhysicsSettings::default());
    for number in 0..BOXES {
        let shape = Shape::Box { half_extents: DVec3::new(0.3, 0.2, 0.5) };
        let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
        let place = DVec3::new(f64::from(number % 100), f64::from(number / 100), 0.5) * 2.0;
        let node = NodeSpec::new(format!("box{number}")).at(Pose::from_translation(place));
        world.add_node(node.with_body(body)).unwrap();
    }
    let robot = add_robot(&mut world, 0);
    let mut best = Duration::MAX;
    for _ in 0..50 {
        world.move_local(robot, DVec3::X * 0.02, DVec3::Z * 0.1);
        let start = Instant::now();
        black_box(world.cast_ray(DVec3::new(1.0, 1.0, 0.5), DVec3::X, 100.0, None));
        best = best.min(start.elapsed());
    }
    println!("one robot among {BOXES} boxes moved: {:.1} µs until the first hit", best.as_secs_f64() * 1e6);
}

/// Speed-up by a second thread: the median of many rounds, because two cores are seldom idle at the same time. In the
/// same rounds, two independent worlds show the speed-up that the second core of the machine can give at most.
fn threads(scene: &Scene) {
    let rays = scene.scans().concat();
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut one = Lone { world: scene.world(), pool: pool(1), hits: Vec::new() };
    let mut other = Lone { world: scene.world(), pool: pool(1), hits: Vec::new() };
    let (both, mut hits) = (pool(2), Vec::new());
    let mut taken = [(); 3].map(|()| Vec::new());
    for _ in 0..THREAD_ROUNDS {
        taken[0].push(timed(|| one.cast(&rays)));
        // One long batch, like the image of a camera, so that the cost of distributing it is small.
        taken[1]
            .push(timed(|| both.install(|| one.world.cast_rays(&rays, &RayFilter::default(), &mut hits))));
        taken[2].push(timed(|| {
            std::thread::scope(|scope| {
                scope.spawn(|| other.cast(&rays));
                one.cast(&rays);
            });
        }));
    }
    let casters = [("one thread", 1), ("two threads", 1), ("two worlds, a thread each", 2)];
    for (mut taken, (name, worlds)) in taken.into_iter().zip(casters) {
        taken.sort_unstable();
        let median = taken[taken.len() / 2].as_secs_f64();
        print_measurement(scene.name, name, [(worlds * rays.len()) as f64 / median; 2], "");
    }
}

/// A world with its own thread.
struct Lone {
    world: World,
    pool: rayon::ThreadPool,
    hits: Vec<Option<Hit>>,
}

impl Lone {
    fn cast(&mut self, rays: &[Ray]) {
        self.pool.install(|| self.world.cast_rays(rays, &RayFilter::default(), &mut self.hits));
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn main() {
    let (room, terrain) = (Scene::room(), Scene::terrain());
    // One thread on every machine: the benchmark measures cost, not scaling.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let mut criterion = Criterion::default()
            .sample_size(20)
            .warm_up_time(Duration::from_millis(500))
            .measurement_time(Duration::from_secs(1))
            .configure_from_args();
        compare(&mut criterion, &room);
        compare(&mut criterion, &terrain);
        moving(&room);
        one_of_many();
        criterion.final_summary();
    });
    threads(&room);
    threads(&terrain);
}
