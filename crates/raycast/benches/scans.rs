//! Rays per second of one thread on a triangle terrain and among moving boxes, without a world: scans, the same rays
//! shuffled, and the same rays one by one.
//!
//! Run it with `cargo bench -p morse-raycast`. The bench `rays` of `morse-world` compares with other ray casters.
#![allow(missing_docs)]

use std::f64::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use glam::{DVec3, Vec3};
use morse_geometry::Pose;
use morse_raycast::{Geometry, Hit, LazyMesh, Ray, RayKinds, RayScene, ResolvedFilter};

/// Number of cells of the terrain along each side, with two triangles per cell.
const CELLS: u32 = 200;
const BOXES: u32 = 400;
/// Number of rays of a scan: horizontally (a full turn) and vertically.
const SCAN: [u32; 2] = [360, 16];

fn terrain() -> RayScene<u32> {
    let height = |x: f32, y: f32| 2.0 * (0.1 * x).sin() * (0.13 * y).cos() + 0.2 * (0.9 * x + 0.4 * y).sin();
    let at = |i: u32| i as f32 - CELLS as f32 / 2.0;
    let vertices: Vec<_> = (0..=CELLS)
        .flat_map(|i| (0..=CELLS).map(move |j| (at(i), at(j))))
        .map(|(x, y)| Vec3::new(x, y, height(x, y)))
        .collect();
    let corner = |i: u32, j: u32| i * (CELLS + 1) + j;
    let cells = (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j)));
    let triangles: Vec<_> = cells
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let mut scene = RayScene::default();
    let mesh = Arc::new(LazyMesh::new(&vertices, &triangles, false));
    scene.insert(0, 0, RayKinds::ALL, Pose::IDENTITY, Geometry::Mesh(mesh));
    scene.refit();
    scene
}

fn boxes() -> RayScene<u32> {
    let mut scene = RayScene::default();
    for number in 0..BOXES {
        let half = Vec3::new(0.3, 0.2, 0.5);
        scene.insert(number, 0, RayKinds::ALL, Pose::IDENTITY, Geometry::Box { half });
    }
    move_boxes(&mut scene, 0.0);
    scene
}

fn move_boxes(scene: &mut RayScene<u32>, time_s: f64) {
    scene.update_instances(|number| {
        let number = number as u32;
        let angle = TAU * f64::from(number) / f64::from(BOXES);
        let radius = 2.0 + f64::from(number % 20);
        let phase = angle + 0.1 * time_s * f64::from(number % 3);
        let place = DVec3::new(radius * phase.cos(), radius * phase.sin(), 0.0);
        Some((Pose::from_translation(place), true))
    });
    scene.refit();
}

fn scan(origin: DVec3) -> Vec<Ray> {
    let [around, above] = SCAN;
    let directions = (0..above).flat_map(|row| (0..around).map(move |column| (row, column)));
    directions
        .map(|(row, column)| {
            let turn = TAU * (f64::from(column) + 0.5) / f64::from(around);
            let tilt = (f64::from(row) / f64::from(above - 1) * 30.0 - 15.0).to_radians();
            let direction = DVec3::new(tilt.cos() * turn.cos(), tilt.cos() * turn.sin(), tilt.sin());
            Ray::new(origin, direction, 100.0)
        })
        .collect()
}

/// The same rays, in an order in which neighbors have different directions.
fn shuffled(rays: &[Ray]) -> Vec<Ray> {
    // The step is coprime to the number of rays, so that each ray occurs once.
    const STEP: usize = 3_571;
    (0..rays.len()).map(|place| rays[place * STEP % rays.len()]).collect()
}

fn cast_one_by_one(scene: &RayScene<u32>, rays: &[Ray]) {
    for ray in rays {
        black_box::<Option<Hit<u32>>>(scene.cast_ray(ray, &ResolvedFilter::default()));
    }
}

fn measure(criterion: &mut Criterion) {
    let filter = ResolvedFilter::default();
    let mut hits: Vec<Option<Hit<u32>>> = Vec::new();
    let mut distances = Vec::new();
    let (terrain, mut boxes) = (terrain(), boxes());
    let rays = scan(DVec3::new(0.3, 0.4, 3.0));
    let mut group = criterion.benchmark_group("a scan of 5760 rays");
    group.throughput(Throughput::Elements(rays.len() as u64));
    group.bench_function("terrain, hits", |b| {
        b.iter(|| terrain.cast_rays(black_box(&rays), &filter, &mut hits))
    });
    group.bench_function("terrain, distances", |b| {
        b.iter(|| terrain.cast_rays_for_distances(black_box(&rays), &filter, &mut distances));
    });
    let mixed = shuffled(&rays);
    group.bench_function("terrain, no order", |b| {
        b.iter(|| terrain.cast_rays(black_box(&mixed), &filter, &mut hits));
    });
    group.bench_function("terrain, one by one", |b| b.iter(|| cast_one_by_one(&terrain, black_box(&rays))));
    let rays = scan(DVec3::ZERO);
    group.bench_function("boxes, one by one", |b| b.iter(|| cast_one_by_one(&boxes, black_box(&rays))));
    let mut time_s = 0.0;
    group.bench_function("boxes that moved", |b| {
        b.iter(|| {
            time_s += 0.01;
            move_boxes(&mut boxes, time_s);
            boxes.cast_rays(black_box(&rays), &filter, &mut hits);
        });
    });
    group.finish();
}

fn main() {
    // One thread on any machine: the benchmark measures the cost of rays, not parallel scaling.
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(|| {
            let mut criterion =
                Criterion::default().measurement_time(Duration::from_secs(2)).configure_from_args();
            measure(&mut criterion);
            criterion.final_summary();
        }),
        Err(error) => eprintln!("cannot make a pool of one thread: {error}"),
    }
}
