//! All Blender files of Debian's package `morse-simulator-data` load, and hold what an independent count of them found.
//!
//! `data/blend_counts.json` has one line for each file: numbers of objects, vertices, triangles, bodies, properties and
//! so on, sums of masses and of world positions, and the box around all vertices, before modifiers.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::Path;

use glam::DVec3;
use morse_assets::model::{Bounds, DetectorKind, Model, Node, NodeKind};
use morse_assets::{Loaded, inspect, load};
use serde::Deserialize;

const DATA: &str = "/usr/share/morse/data";
/// The count was rounded to the millimeter, and sums of many objects add up its errors.
const ROUNDING_M: f64 = 2e-3;

type Counts = BTreeMap<String, usize>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Expected {
    file: String,
    version: u32,
    pointer_bits: u32,
    objects: usize,
    kinds: Counts,
    vertices: usize,
    faces: usize,
    triangles: usize,
    children: usize,
    on_bones: usize,
    bodies: Counts,
    bounds: Counts,
    flags: Counts,
    mass: f64,
    properties: Counts,
    detectors: Counts,
    bones: usize,
    bone_limits: usize,
    hidden: [usize; 2],
    gravity: f64,
    tick_rate: i32,
    sub_steps: i32,
    groups: usize,
    instances: usize,
    locations: [f64; 3],
    bounds_m: Option<[[f64; 3]; 2]>,
}

fn expected() -> Vec<Expected> {
    serde_json::from_str(include_str!("data/blend_counts.json")).unwrap()
}

fn load_shipped(file: &str) -> Loaded {
    let path = Path::new(DATA).join(file);
    assert!(path.is_file(), "{} is missing: install Debian's package morse-simulator-data", path.display());
    load(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn count(words: impl Iterator<Item = &'static str>) -> Counts {
    let mut counts = Counts::new();
    words.for_each(|word| *counts.entry(word.to_owned()).or_default() += 1);
    counts
}

fn kind(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Empty | NodeKind::Instance { .. } => "EMPTY",
        NodeKind::Mesh(_) => "MESH",
        NodeKind::Light(_) => "LAMP",
        NodeKind::Camera(_) => "CAMERA",
        NodeKind::Armature(_) => "ARMATURE",
        NodeKind::Shape(_) | NodeKind::Other(_) => "OTHER",
    }
}

fn flags(node: &Node) -> Vec<&'static str> {
    let flags = node.physics.flags;
    let all = [
        (flags.compound, "compound"),
        (flags.actor, "actor"),
        (flags.ghost, "ghost"),
        (flags.no_sleep, "no_sleep"),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect()
}

fn check(expected: &Expected, model: &Model) {
    let file = &expected.file;
    let version = (expected.version / 100, expected.version % 100, expected.pointer_bits);
    assert_eq!(
        model.generator,
        format!("Blender {}.{:02}, {} bit", version.0, version.1, version.2),
        "{file}"
    );
    let objects: Vec<&Node> = model.objects().map(|(_, node)| node).collect();
    assert_eq!(objects.len(), expected.objects, "{file}: objects");
    assert_eq!(count(objects.iter().map(|node| kind(node))), expected.kinds, "{file}: kinds");
    let meshes = || objects.iter().filter_map(|node| Some(model.meshes[node.mesh()?.index()].in_file));
    assert_eq!(meshes().map(|mesh| mesh.vertices).sum::<usize>(), expected.vertices, "{file}: vertices");
    assert_eq!(meshes().map(|mesh| mesh.faces).sum::<usize>(), expected.faces, "{file}: faces");
    assert_eq!(meshes().map(|mesh| mesh.triangles).sum::<usize>(), expected.triangles, "{file}: triangles");
    let number = |is: fn(&Node) -> bool| objects.iter().filter(|node| is(node)).count();
    assert_eq!(number(|node| node.parent.is_some()), expected.children, "{file}: children");
    assert_eq!(number(|node| node.parent_bone.is_some()), expected.on_bones, "{file}: children of bones");
    let hidden =
        [number(|node| node.visibility.hidden_in_view), number(|node| node.visibility.hidden_in_render)];
    assert_eq!(hidden, expected.hidden, "{file}: hidden");
    let instances = number(|node| matches!(node.kind, NodeKind::Instance { .. }));
    assert_eq!(instances, expected.instances, "{file}: group instances");
    assert_eq!(model.groups.len(), expected.groups, "{file}: groups");
    check_bodies(expected, &objects);
    let properties = objects.iter().flat_map(|node| &node.properties).map(|(_, value)| value.type_name());
    assert_eq!(count(properties), expected.properties, "{file}: properties");
    check_bones(expected, model);
    let scene = model.scene.as_ref().unwrap();
    assert!((scene.gravity - expected.gravity).abs() < 1e-3, "{file}: gravity");
    assert_eq!(
        (scene.tick_rate, scene.physics_sub_steps),
        (expected.tick_rate, expected.sub_steps),
        "{file}"
    );
    check_places(expected, model);
}

fn check_bodies(expected: &Expected, objects: &[&Node]) {
    let file = &expected.file;
    let bodies = objects.iter().map(|node| node.physics.body.name());
    assert_eq!(count(bodies), expected.bodies, "{file}: bodies");
    let bounds = objects.iter().filter_map(|node| match node.physics.bounds {
        Bounds::Default => None,
        Bounds::Fitted(shape) => Some(shape.name()),
    });
    assert_eq!(count(bounds), expected.bounds, "{file}: bounds");
    assert_eq!(count(objects.iter().flat_map(|node| flags(node))), expected.flags, "{file}: flags");
    let moving = objects.iter().filter(|node| matches!(node.physics.body.name(), "RIGID_BODY" | "DYNAMIC"));
    let mass: f64 = moving.map(|node| node.physics.mass).sum();
    assert!((mass - expected.mass).abs() < 1e-2, "{file}: mass {mass}, expected {}", expected.mass);
    let detectors = objects.iter().flat_map(|node| &node.detectors).map(|detector| match detector.kind {
        DetectorKind::Near { .. } => "NEAR",
        DetectorKind::Radar { .. } => "RADAR",
    });
    assert_eq!(count(detectors), expected.detectors, "{file}: detectors");
}

fn check_bones(expected: &Expected, model: &Model) {
    let bones = || model.armatures.iter().flat_map(|armature| &armature.bones);
    assert_eq!(bones().count(), expected.bones, "{}: bones", expected.file);
    let limits: usize = bones().map(|bone| bone.ik.limited.iter().filter(|limited| **limited).count()).sum();
    assert_eq!(limits, expected.bone_limits, "{}: limits of bones", expected.file);
}

fn check_places(expected: &Expected, model: &Model) {
    let file = &expected.file;
    let worlds = model.world_from_nodes();
    let places: DVec3 = model.objects().map(|(id, _)| worlds[id.index()].translation).sum();
    let error = (places - DVec3::from_array(expected.locations)).abs().max_element();
    assert!(error < ROUNDING_M * (1.0 + expected.objects as f64), "{file}: places are off by {error} m");
    let boxes = model
        .objects()
        .filter_map(|(id, node)| model.meshes[node.mesh()?.index()].bounds_in_file(&worlds[id.index()]));
    let whole = boxes.reduce(|(low, high), (next_low, next_high)| (low.min(next_low), high.max(next_high)));
    assert_eq!(whole.is_some(), expected.bounds_m.is_some(), "{file}: bounds");
    for (found, expected) in whole.into_iter().zip(expected.bounds_m) {
        for (found, expected) in [(found.0, expected[0]), (found.1, expected[1])] {
            let error = (found - DVec3::from_array(expected)).abs().max_element();
            assert!(error < ROUNDING_M, "{file}: bounds are off by {error} m");
        }
    }
}

#[test]
fn every_shipped_file_has_the_counted_contents() {
    let all = expected();
    assert_eq!(all.len(), 50);
    for expected in &all {
        check(expected, &load_shipped(&expected.file).model);
    }
}

#[test]
fn linked_crates_stand_outdoors() {
    let loaded = load_shipped("environments/outdoors.blend");
    let crates = loaded.model.nodes.iter().filter(|node| node.name.starts_with("small_crate/")).count();
    assert!(crates > 1, "the group from props/crates.blend is shown");
    assert!(loaded.warnings.iter().all(|warning| !warning.contains("linked file")), "{:?}", loaded.warnings);
}

#[test]
fn the_helicopter_has_both_halves() {
    let loaded = load_shipped("robots/rmax.blend");
    let body = loaded.model.find("Rmax").unwrap();
    let mesh = &loaded.model.meshes[loaded.model.nodes[body.index()].mesh().unwrap().index()];
    let (low, high) = mesh.bounds(&loaded.model.world_from(body)).unwrap();
    assert!((high.y + low.y).abs() < 1e-3 && (high.y - low.y - 0.75).abs() < 5e-3, "{low} {high}");
}

#[test]
fn the_arm_is_inspected() {
    let inspection = inspect(&load_shipped("actuators/kuka_lwr.blend"));
    assert_eq!((inspection.totals.objects, inspection.totals.bones), (9, 7));
    let text = inspection.to_string();
    assert!(text.contains("kuka_armature: armature of 7 bones, STATIC"), "{text}");
    assert!(text.contains("\n  kuka_7: mesh") && text.contains("on bone kuka_7"), "{text}");
    assert!(text.contains("end_effector = true"), "{text}");
    let json = serde_json::to_value(&inspection).unwrap();
    assert_eq!(json["nodes"].as_array().unwrap().len(), 9);
    assert_eq!(json["format"], "blend");
}

#[test]
fn simple_logic_bricks_become_motions_and_others_are_named() {
    let motions =
        |file: &str| -> usize { load_shipped(file).model.nodes.iter().map(|node| node.motions.len()).sum() };
    assert_eq!(motions("environments/land-1/rosace_1.blend"), 1);
    assert_eq!(motions("robots/quadrotor.blend"), 4);
    assert_eq!(motions("actuators/ptu.blend"), 0);
    let named = |file: &str| -> Vec<String> {
        let warnings = load_shipped(file).warnings.into_iter();
        warnings.filter(|warning| warning.contains("logic bricks")).collect()
    };
    assert!(named("actuators/ptu.blend")[0].contains("PanBase.PanLeft, PanBase.PanRight"));
    assert!(named("robots/quadrotor.blend")[0].ends_with(": QUAD2012.Motion"));
    // Its bricks are those of a state that it never is in.
    assert!(named("robots/atrv.blend").is_empty());
}
