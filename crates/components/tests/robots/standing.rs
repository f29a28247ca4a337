//! Tests that the visuals of robots and props neither float above nor sink into the ground.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Scene, own_models};
use glam::DVec3;
use morse_scene::description::Kind;
use morse_world::{Hit, NodeId, Ray, RayFilter, RayKind, World};

/// Maximum gap between a prop and its support. [m]
const CLOSE_M: f64 = 0.01;
/// Time for robots to come to rest. [s]
const SETTLING_S: f64 = 12.0;
/// Number of rays along each edge of a prop that search for contact with a second prop: coarse, and fine if the coarse
/// search finds no contact.
const SAMPLES: [u32; 2] = [12, 64];
/// Distance beside a prop at which these rays begin. [m]
const BESIDE_M: f64 = 0.1;

/// Maximum gap between a prop and the object on which it hangs or leans. [m]
const HANGS_CLOSE_M: f64 = 0.02;
/// Maximum distance by which a hanging prop may extend beyond that object, as the front of a drawer does. [m]
const HANGS_OUT_M: f64 = 0.1;
/// Maximum height by which a support may extend above the bottom of a prop, as the ground does beside blades of grass.
/// [m]
const SUNK_M: f64 = 0.03;
/// Time for loose props to come to rest. [s]
const PROPS_SETTLE_S: f64 = 4.0;

/// All environments with props.
const ENVIRONMENTS: [&str; 10] = [
    "apartment",
    "indoors-1/boxes",
    "indoors-1/indoor-1",
    "laas/grande_salle",
    "land-1/buildings_1",
    "land-1/rosace_1",
    "land-1/trees",
    "outdoors",
    "sandbox",
    "tum_kitchen/tum_kitchen",
];
/// Objects that need no support: floors, land, and the plates below them.
const GROUND: [&str; 6] = ["ArenaMesh", "Floor", "Ground", "Plane", "SolidGround", "ground"];
/// Visible objects that are not props: a mark of the original beyond the edge of the land, and panes in the openings of
/// walls, which are too thin for the rays of this test.
const NO_PROPS: [&str; 2] = ["WayPoint", "Windows"];

/// Bounding box of the visuals of a node and its descendants. [m]
fn extent(world: &World, node: NodeId) -> Option<[DVec3; 2]> {
    let whole = world.subtree(node).into_iter().chain([node]);
    let boxes = whole.filter_map(|node| world.bounds(node, RayKind::Visual));
    boxes.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])
}

/// Grid of positions in a rectangle, relative to its center and in fractions of its edges.
fn places(samples: u32) -> impl Iterator<Item = [f64; 2]> {
    let share = move |number: u32| (f64::from(number) + 0.5) / f64::from(samples) - 0.5;
    (0..samples * samples).map(move |number| [share(number % samples), share(number / samples)])
}

/// Height of the lowest point of a node and its descendants. [m]
fn bottom(world: &World, node: NodeId) -> Option<f64> {
    let [low, high] = extent(world, node)?;
    let own = world.subtree_set(node);
    let only = RayFilter { kind: RayKind::Visual, only: Some(&own), ..RayFilter::default() };
    let [_, samples] = SAMPLES;
    let below = places(samples).map(|[x, y]| (low + high) / 2.0 + (high - low) * DVec3::new(x, y, 0.0));
    let begins: Vec<Ray> = below.map(|at| Ray::new(at.with_z(low.z - BESIDE_M), DVec3::Z, 1000.0)).collect();
    let heights = cast(world, &begins, &only).into_iter().flatten();
    heights.map(|hit| low.z - BESIDE_M + f64::from(hit.distance)).reduce(f64::min)
}

/// The prop of a node: its topmost ancestor with visuals.
fn prop_of(world: &World, node: NodeId) -> Option<NodeId> {
    let upwards = std::iter::successors(Some(node), |&node| world.parent(node));
    upwards.filter(|&node| world.bounds(node, RayKind::Visual).is_some()).last()
}

/// Nearest hit of each ray.
fn cast(world: &World, rays: &[Ray], filter: &RayFilter<'_>) -> Vec<Option<Hit>> {
    let mut hits = Vec::new();
    world.cast_rays(rays, filter, &mut hits);
    hits
}

/// A line through a prop, and the section of the line inside of the prop.
struct Line {
    /// Ray that begins outside of the prop and passes through it. [m]
    ray: Ray,
    /// Distances along the ray at which the prop begins and ends. [m]
    prop: [f64; 2],
}

/// Lines through a prop, in a direction, that hit its visuals.
fn lines(world: &World, prop: NodeId, towards: DVec3, samples: u32) -> Vec<Line> {
    let Some([low, high]) = extent(world, prop) else { return Vec::new() };
    let whole = world.subtree_set(prop);
    let own = RayFilter { kind: RayKind::Visual, only: Some(&whole), ..RayFilter::default() };
    let [across, along] =
        if towards.z == 0.0 { [towards.cross(DVec3::Z), DVec3::Z] } else { [DVec3::X, DVec3::Y] };
    let long = (high - low).dot(towards.abs()) + 2.0 * BESIDE_M;
    let rays = |towards: DVec3| -> Vec<Ray> {
        let middles =
            places(samples).map(|[a, b]| (low + high) / 2.0 + (high - low) * (across * a + along * b));
        middles.map(|middle| Ray::new(middle - towards * (long / 2.0), towards, long)).collect()
    };
    let forth = rays(towards);
    let begins = cast(world, &forth, &own);
    let ends = cast(world, &rays(-towards), &own);
    let met = forth.into_iter().zip(begins.into_iter().zip(ends));
    met.filter_map(|(ray, (begin, end))| {
        Some(Line { ray, prop: [f64::from(begin?.distance), long - f64::from(end?.distance)] })
    })
    .collect()
}

/// Props that a prop touches: below it, or at all sides with `hangs`.
fn touched(world: &World, prop: NodeId, hangs: bool, samples: u32) -> BTreeSet<NodeId> {
    let whole = world.subtree_set(prop);
    let others = RayFilter { kind: RayKind::Visual, except: Some(&whole), ..RayFilter::default() };
    let directions: &[DVec3] =
        if hangs { &[DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z] } else { &[DVec3::NEG_Z] };
    let mut props = BTreeSet::new();
    for &towards in directions {
        let probes =
            lines(world, prop, towards, samples).into_iter().map(|Line { ray, prop: [begin, end] }| {
                // A standing prop may extend far into its support, as trees do.
                let from = if hangs { begin.max(end - HANGS_OUT_M) } else { begin - SUNK_M };
                let to = end + if hangs { HANGS_CLOSE_M } else { CLOSE_M };
                Ray::new(ray.origin + towards * from, towards, to - from)
            });
        let hits = cast(world, &probes.collect::<Vec<_>>(), &others);
        props.extend(hits.into_iter().flatten().filter_map(|hit| prop_of(world, hit.node)));
    }
    props
}

/// Props that the ground supports directly or through other props, and, for all props, the props that they touch.
fn resting(world: &World) -> (BTreeSet<NodeId>, BTreeMap<NodeId, BTreeSet<NodeId>>) {
    let seen: BTreeSet<NodeId> = world.nodes().filter_map(|node| prop_of(world, node)).collect();
    let (mut resting, mut others): (BTreeSet<NodeId>, BTreeSet<NodeId>) =
        seen.into_iter().partition(|&prop| GROUND.contains(&world.name(prop)));
    let mut touches: BTreeMap<NodeId, BTreeSet<NodeId>> = BTreeMap::new();
    for samples in SAMPLES {
        for hangs in [false, true] {
            for &prop in &others {
                touches.entry(prop).or_default().extend(touched(world, prop, hangs, samples));
            }
            while let Some(&prop) = others.iter().find(|prop| !touches[prop].is_disjoint(&resting)) {
                others.remove(&prop);
                resting.insert(prop);
            }
        }
    }
    touches.retain(|prop, _| others.contains(prop));
    (resting, touches)
}

#[test]
fn props_stand_on_the_ground_or_on_each_other_or_hang() {
    let mut floating = Vec::new();
    let mut count = 0;
    for environment in ENVIRONMENTS {
        let mut run = Scene::new().models(&own_models()).in_environment(environment).run();
        if run.simulation.world().nodes().any(|node| run.simulation.world().is_free(node)) {
            run.seconds(PROPS_SETTLE_S);
        }
        let world = run.simulation.world();
        let (resting, others) = resting(world);
        count += resting.len();
        for (prop, touches) in others.into_iter().filter(|&(prop, _)| !NO_PROPS.contains(&world.name(prop))) {
            let touches: Vec<&str> = touches.into_iter().map(|other| world.name(other)).collect();
            let place = extent(world, prop);
            floating.push(format!(
                "{environment}: {} at {place:?} floats; it touches {touches:?}",
                world.name(prop)
            ));
        }
    }
    assert!(count > 300, "{count} props");
    assert!(floating.is_empty(), "{}", floating.join("\n"));
}

/// Robots with parts below the origin of their frame, and the initial height of the origin. [m]
const BEGIN_ABOVE_M: [(&str, f64); 4] =
    [("Boat", 0.2), ("Hummer", 1.2), ("Quadrotor", 0.3), ("Submarine", 0.85)];

#[test]
fn robots_at_rest_do_not_sink_into_the_floor() {
    let catalog = morse_components::catalog();
    let mut sunk = Vec::new();
    for class in catalog.components.iter().filter(|class| class.kind == Kind::Robot && class.implemented) {
        let Some(builder) = class.builders.first() else { continue };
        let above = BEGIN_ABOVE_M.iter().find(|(name, _)| *name == builder.name).map_or(0.0, |&(_, z)| z);
        let scene = Scene::new().models(&own_models()).in_environment("empty").built(builder, &class.class);
        let mut run = scene.at([0.0, 0.0, above], 0.0).run();
        run.seconds(SETTLING_S);
        let world = run.simulation.world();
        let robot = world.find("robot").unwrap();
        let Some(low) = bottom(world, robot) else { continue };
        if low < -CLOSE_M {
            sunk.push(format!("{} ends {low:.3} m above the floor", builder.name));
        }
    }
    assert!(sunk.is_empty(), "{}", sunk.join("\n"));
}
