//! Tests of the Blender reader on small files made field by field.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use glam::{DVec3, Vec3};
use proptest::prelude::*;

use crate::formats::blend::read_alone;
use crate::formats::blend::sample::{Sample, Value};
use crate::model::{BodyType, Bounds, BoundsShape, DetectorKind, Motion, MotionSchedule, NodeKind, Property};
use crate::{Model, Warnings, load};

use Value::{Floats, Int, Pointer, Text};

const ONES: [f32; 3] = [1.0; 3];
const IDENTITY: [f32; 16] = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];

/// A plain object; the fields in `more` are set last.
fn object(sample: &mut Sample, name: &str, address: u64, kind: i64, more: &[(&str, Value<'_>)]) {
    let name = format!("OB{name}");
    let mut fields = vec![
        ("id.name", Text(&name)),
        ("type", Int(kind)),
        ("rotmode", Int(1)),
        ("size", Floats(&ONES)),
        ("dscale", Floats(&ONES)),
        ("parentinv", Floats(&IDENTITY)),
        ("obmat", Floats(&IDENTITY)),
        ("lay", Int(1)),
    ];
    fields.extend(more.iter().map(|(path, value)| {
        let value = match value {
            Int(value) => Int(*value),
            Floats(values) => Floats(values),
            Text(text) => Text(text),
            Pointer(address) => Pointer(*address),
        };
        (*path, value)
    }));
    sample.block("OB", "Object", address, &fields);
}

/// A square of 1 m at x from 1 to 2, as polygons.
fn square(sample: &mut Sample) {
    sample
        .block(
            "ME",
            "Mesh",
            0x200,
            &[
                ("id.name", Text("MESquare")),
                ("mvert", Pointer(0x210)),
                ("mpoly", Pointer(0x220)),
                ("mloop", Pointer(0x230)),
                ("totvert", Int(4)),
                ("totpoly", Int(1)),
                ("totloop", Int(4)),
            ],
        )
        .blocks_of(
            "DATA",
            "MVert",
            0x210,
            &[
                &[("co", Floats(&[1., 0., 0.]))],
                &[("co", Floats(&[2., 0., 0.]))],
                &[("co", Floats(&[2., 1., 0.]))],
                &[("co", Floats(&[1., 1., 0.]))],
            ],
        )
        .block("DATA", "MPoly", 0x220, &[("loopstart", Int(0)), ("totloop", Int(4)), ("mat_nr", Int(0))])
        .blocks_of(
            "DATA",
            "MLoop",
            0x230,
            &[&[("v", Int(0))], &[("v", Int(1))], &[("v", Int(2))], &[("v", Int(3))]],
        );
}

/// A file with many features: a body with properties and a radar, a mirrored mesh below it, a group and its instance,
/// an armature.
fn everything(pointer_bytes: usize) -> Vec<u8> {
    let mut sample = Sample::new(pointer_bytes);
    sample.block(
        "SC",
        "Scene",
        0x10,
        &[("id.name", Text("SCScene")), ("gm.gravity", Floats(&[9.8])), ("gm.ticrate", Int(60))],
    );
    object(
        &mut sample,
        "body",
        0x100,
        0,
        &[
            ("loc", Floats(&[0., 0., 0.1])),
            ("body_type", Int(3)),
            ("gameflag", Int(0x10c07)),
            ("collision_boundtype", Int(5)),
            ("mass", Floats(&[20.])),
            ("prop.first", Pointer(0x110)),
            ("sensors.first", Pointer(0x130)),
        ],
    );
    sample
        .block(
            "DATA",
            "bProperty",
            0x110,
            &[("next", Pointer(0x111)), ("name", Text("Object")), ("data", Int(1))],
        )
        .block(
            "DATA",
            "bProperty",
            0x111,
            &[("next", Pointer(0x112)), ("name", Text("Label")), ("type", Int(3)), ("poin", Pointer(0x120))],
        )
        .block(
            "DATA",
            "bProperty",
            0x112,
            &[("name", Text("size")), ("type", Int(2)), ("data", Int(i64::from(2.5_f32.to_bits())))],
        )
        .data(0x120, b"a box\0rest")
        .block(
            "DATA",
            "bSensor",
            0x130,
            &[("type", Int(7)), ("name", Text("Radar")), ("data", Pointer(0x131))],
        )
        .block(
            "DATA",
            "bRadarSensor",
            0x131,
            &[
                ("name", Text("Graspable")),
                ("angle", Floats(&[60.])),
                ("range", Floats(&[0.5])),
                ("axis", Int(2)),
            ],
        );
    object(
        &mut sample,
        "square",
        0x180,
        1,
        &[
            ("parent", Pointer(0x100)),
            ("data", Pointer(0x200)),
            ("rot", Floats(&[0., 0., std::f32::consts::FRAC_PI_2])),
            ("modifiers.first", Pointer(0x190)),
        ],
    );
    sample
        .block(
            "DATA",
            "MirrorModifierData",
            0x190,
            &[("modifier.next", Pointer(0x191)), ("modifier.mode", Int(3)), ("flag", Int(1 << 3))],
        )
        .block("DATA", "SubsurfModifierData", 0x191, &[("modifier.mode", Int(3))]);
    square(&mut sample);
    object(
        &mut sample,
        "shown",
        0x300,
        0,
        &[("dup_group", Pointer(0x310)), ("transflag", Int(256)), ("loc", Floats(&[5., 0., 0.]))],
    );
    sample
        .block(
            "GR",
            "Group",
            0x310,
            &[
                ("id.name", Text("GRpair")),
                ("gobject.first", Pointer(0x320)),
                ("dupli_ofs", Floats(&[0., 0., 0.1])),
                ("layer", Int(1)),
            ],
        )
        .block("DATA", "GroupObject", 0x320, &[("next", Pointer(0x321)), ("ob", Pointer(0x100))])
        .block("DATA", "GroupObject", 0x321, &[("ob", Pointer(0x180))]);
    object(&mut sample, "arm", 0x400, 25, &[("data", Pointer(0x410)), ("pose", Pointer(0x420))]);
    sample
        .block("DATA", "bPose", 0x420, &[("chanbase.first", Pointer(0x421)), ("iksolver", Int(1))])
        .block(
            "DATA",
            "bPoseChannel",
            0x421,
            &[("name", Text("lower")), ("ikflag", Int(5 | 16)), ("limitmax", Floats(&[0., 1.5, 0.]))],
        )
        .block("AR", "bArmature", 0x410, &[("id.name", Text("ARArm")), ("bonebase.first", Pointer(0x430))])
        .block(
            "DATA",
            "Bone",
            0x430,
            &[
                ("name", Text("upper")),
                ("childbase.first", Pointer(0x431)),
                ("arm_tail", Floats(&[0., 0., 1.])),
                ("arm_mat", Floats(&IDENTITY)),
            ],
        )
        .block(
            "DATA",
            "Bone",
            0x431,
            &[
                ("name", Text("lower")),
                ("arm_head", Floats(&[0., 0., 1.])),
                ("arm_tail", Floats(&[0., 0., 2.])),
                ("arm_mat", Floats(&IDENTITY)),
            ],
        );
    object(
        &mut sample,
        "tool",
        0x480,
        0,
        &[
            ("parent", Pointer(0x400)),
            ("partype", Int(7)),
            ("parsubstr", Text("lower")),
            ("obmat", Floats(&[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 2.5, 1.])),
        ],
    );
    sample.bytes()
}

fn read(bytes: &[u8]) -> (Model, Vec<String>) {
    let mut warnings = Warnings::default();
    let model = read_alone(bytes, &mut warnings).unwrap();
    (model, warnings.into_messages())
}

#[test]
fn both_pointer_sizes_give_the_same_model() {
    for pointer_bytes in [4, 8] {
        let (model, _) = read(&everything(pointer_bytes));
        let body = &model.nodes[model.find("body").unwrap().index()];
        assert_eq!(body.physics.body, BodyType::RigidBody);
        assert_eq!(body.physics.bounds, Bounds::Fitted(BoundsShape::ConvexHull));
        assert!(body.physics.flags.actor && body.physics.flags.compound && !body.physics.flags.ghost);
        assert_eq!(body.physics.mass, 20.0);
        assert_eq!(body.property("Object"), Some(&Property::Bool(true)));
        assert_eq!(body.property("Label"), Some(&Property::String("a box".to_owned())));
        assert_eq!(body.property("size"), Some(&Property::Float(2.5)));
        let DetectorKind::Radar { angle, axis, .. } = body.detectors[0].kind else { panic!("a radar") };
        assert!((angle - 60_f64.to_radians()).abs() < 1e-6 && axis == DVec3::Z);
        assert_eq!(model.scene.as_ref().unwrap().tick_rate, 60);
    }
}

#[test]
fn the_flags_of_an_object_say_how_it_moves_whatever_its_panel_showed() {
    for (flags, panel, expected) in [
        // A new object in Blender: its physics panel was never opened.
        (0x14000, 0, BodyType::Static),
        (0x14004, 0, BodyType::Static),
        (0x4000, 1, BodyType::NoCollision),
        (0x4001, 3, BodyType::NoCollision),
        (0x14005, 0, BodyType::Dynamic),
        (0x14405, 2, BodyType::RigidBody),
        (0x14400, 3, BodyType::Static),
        (0x34405, 3, BodyType::SoftBody),
        (0x94000, 1, BodyType::Sensor),
        (0x41_0005, 1, BodyType::Character),
        (0x44000, 0, BodyType::Occluder),
        (0x10_4000, 0, BodyType::Navmesh),
    ] {
        let mut sample = Sample::new(8);
        object(
            &mut sample,
            "thing",
            0x100,
            1,
            &[("gameflag", Int(flags)), ("body_type", Int(panel)), ("data", Pointer(0x200))],
        );
        square(&mut sample);
        let (model, _) = read(&sample.bytes());
        assert_eq!(model.nodes[0].physics.body, expected, "{flags:#x} with panel {panel}");
    }
}

/// An object with a sensor, a controller and a Motion actuator; fields of the three are set last.
fn with_bricks(
    sensor: &[(&str, Value<'_>)],
    controller: &[(&str, Value<'_>)],
    motion: &[(&str, Value<'_>)],
) -> (Vec<Motion>, Vec<String>) {
    let mut sample = Sample::new(8);
    object(
        &mut sample,
        "fire",
        0x100,
        0,
        &[
            ("sensors.first", Pointer(0x110)),
            ("controllers.first", Pointer(0x120)),
            ("actuators.first", Pointer(0x130)),
            ("state", Int(1)),
        ],
    );
    let mut block =
        |structure: &str, address: u64, fields: &[(&str, Value<'_>)], more: &[(&str, Value<'_>)]| {
            sample.block("DATA", structure, address, &[fields, more].concat());
        };
    let name = ("name", Text("tick"));
    let links = [name, ("totlinks", Int(1)), ("links", Pointer(0x111))];
    block("bSensor", 0x110, &links, sensor);
    let links =
        [("name", Text("and")), ("totlinks", Int(1)), ("links", Pointer(0x121)), ("state_mask", Int(1))];
    block("bController", 0x120, &links, controller);
    block("bActuator", 0x130, &[("name", Text("drift")), ("data", Pointer(0x131))], &[]);
    block("bObjectActuator", 0x131, &[], motion);
    sample.data(0x111, &0x120_u64.to_le_bytes()).data(0x121, &0x130_u64.to_le_bytes());
    let (mut model, warnings) = read(&sample.bytes());
    (std::mem::take(&mut model.nodes[0].motions), warnings)
}

#[test]
fn an_always_sensor_moves_its_object_through_an_and_controller() {
    let drift = [("dloc", Floats(&[-0.001, 0.0, 0.00005])), ("flag", Int(0b100))];
    let (motions, warnings) = with_bricks(&[], &[], &drift);
    let [motion] = motions.as_slice() else { panic!("{motions:?}") };
    assert!(motion.translation.vector.abs_diff_eq(DVec3::new(-0.001, 0.0, 0.0), 1e-9));
    assert!(motion.translation.local && !motion.rotation.local && warnings.is_empty(), "{warnings:?}");
    assert_eq!(motion.name, "drift");

    let turn =
        [("drot", Floats(&[0.0, 0.0, 0.5])), ("linearvelocity", Floats(&[0.0, 2.0, 0.0])), ("flag", Int(64))];
    let (motions, _) = with_bricks(&[], &[], &turn);
    assert_eq!((motions[0].rotation.vector.z, motions[0].linear_velocity.vector.y), (0.5, 2.0));
    assert!(motions[0].adds_linear_velocity);
}

#[test]
fn a_pulse_counts_only_for_a_sensor_in_tap_mode() {
    let schedule = |sensor: &[(&str, Value<'_>)]| {
        let (motions, _) = with_bricks(sensor, &[], &[("dloc", Floats(&[1.0, 0.0, 0.0]))]);
        motions.first().map(|motion| motion.schedule)
    };
    assert_eq!(schedule(&[("pulse", Int(1)), ("freq", Int(9))]), Some(MotionSchedule::EveryTick));
    assert_eq!(schedule(&[("tap", Int(1))]), Some(MotionSchedule::Once));
    let tapped = schedule(&[("tap", Int(1)), ("pulse", Int(1)), ("freq", Int(2))]).unwrap();
    assert_eq!([0, 1, 2, 3, 6].map(|tick| tapped.is_due(tick)), [true, false, false, true, true]);
    assert_eq!(schedule(&[("invert", Int(1))]), None);
    assert_eq!(schedule(&[("flag", Int(64))]), None);
}

#[test]
fn bricks_that_do_not_run_are_named() {
    let told =
        |sensor: &[(&str, Value<'_>)], controller: &[(&str, Value<'_>)], motion: &[(&str, Value<'_>)]| {
            let (motions, warnings) = with_bricks(sensor, controller, motion);
            (motions.len(), warnings.iter().filter(|warning| warning.ends_with(": fire.drift")).count())
        };
    // A key, an Or controller, a servo.
    assert_eq!(told(&[("type", Int(3))], &[], &[]), (0, 1));
    assert_eq!(told(&[], &[("type", Int(1))], &[]), (0, 1));
    assert_eq!(told(&[], &[], &[("type", Int(1))]), (0, 1));
    // An actuator without a known input.
    assert_eq!(told(&[("totlinks", Int(0))], &[], &[]), (0, 0));
    // A controller of a state that the object never has does nothing in Blender either.
    assert_eq!(told(&[], &[("state_mask", Int(2))], &[]), (0, 0));
}

#[test]
fn children_turn_with_their_parents_and_mirrors_are_applied() {
    let (model, warnings) = read(&everything(8));
    let square = model.find("square").unwrap();
    let world_from_square = model.world_from(square);
    assert!(world_from_square.transform_point3(DVec3::X).abs_diff_eq(DVec3::new(0.0, 1.0, 0.1), 1e-6));
    let mesh = &model.meshes[model.nodes[square.index()].mesh().unwrap().index()];
    assert_eq!((mesh.in_file.vertices, mesh.in_file.faces, mesh.in_file.triangles), (4, 1, 2));
    assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (8, 4));
    assert_eq!(mesh.vertices[4], Vec3::new(-1.0, 0.0, 0.0));
    assert!(
        warnings
            .iter()
            .any(|warning| warning.contains("SUBSURF is not applied") && warning.ends_with("square"))
    );
}

#[test]
fn groups_are_shown_again_around_their_origin() {
    let (model, _) = read(&everything(8));
    assert_eq!(model.objects().count(), 5);
    let shown = model.find("shown").unwrap();
    assert_eq!(model.nodes[shown.index()].kind, NodeKind::Instance { group: "pair".to_owned() });
    let copy = model.find("shown/square").unwrap();
    let body = model.find("shown/body").unwrap();
    assert_eq!(model.nodes[copy.index()].parent, Some(body));
    assert_eq!(model.nodes[copy.index()].instance, Some(shown));
    assert!(model.world_from(body).translation.abs_diff_eq(DVec3::new(5.0, 0.0, 0.0), 1e-6));
}

#[test]
fn bones_carry_limits_and_children() {
    let (model, _) = read(&everything(4));
    let armature = &model.armatures[0];
    assert_eq!(armature.ik_solver, 1);
    let lower = &armature.bones[1];
    assert_eq!((lower.name.as_str(), lower.parent), ("lower", Some(0)));
    assert_eq!(lower.ik.locked, [true, false, true]);
    assert_eq!((lower.ik.limited, lower.ik.max[1]), ([false, true, false], 1.5));
    let tool = &model.nodes[model.find("tool").unwrap().index()];
    assert_eq!(tool.parent_bone.as_deref(), Some("lower"));
    assert_eq!(tool.parent_from_node.translation.z, 2.5);
}

#[test]
fn old_faces_are_read_too() {
    let mut sample = Sample::new(4);
    object(&mut sample, "plate", 0x100, 1, &[("data", Pointer(0x200))]);
    sample
        .block(
            "ME",
            "Mesh",
            0x200,
            &[
                ("id.name", Text("MEPlate")),
                ("mvert", Pointer(0x210)),
                ("mface", Pointer(0x220)),
                ("totvert", Int(4)),
                ("totface", Int(3)),
            ],
        )
        .blocks_of(
            "DATA",
            "MVert",
            0x210,
            &[
                &[("co", Floats(&[0., 0., 0.]))],
                &[("co", Floats(&[1., 0., 0.]))],
                &[("co", Floats(&[1., 1., 0.]))],
                &[("co", Floats(&[0., f32::NAN, 0.]))],
            ],
        )
        .blocks_of(
            "DATA",
            "MFace",
            0x220,
            &[
                &[("v1", Int(0)), ("v2", Int(1)), ("v3", Int(2))],
                &[("v1", Int(0)), ("v2", Int(1)), ("v3", Int(2)), ("v4", Int(3))],
                &[("v1", Int(0)), ("v2", Int(1)), ("v3", Int(99))],
            ],
        );
    let (model, warnings) = read(&sample.bytes());
    assert_eq!((model.meshes[0].in_file.faces, model.meshes[0].triangles.len()), (2, 3));
    assert!(
        warnings.iter().any(|warning| warning.contains("1 vertices are missing or not finite")),
        "{warnings:?}"
    );
    assert!(warnings.iter().any(|warning| warning.contains("1 faces are left out")), "{warnings:?}");
}

#[test]
fn dangling_pointers_circles_and_bad_poses_are_told() {
    let mut sample = Sample::new(8);
    object(&mut sample, "orphan", 0x100, 0, &[("parent", Pointer(0xdead))]);
    object(&mut sample, "hen", 0x101, 0, &[("parent", Pointer(0x102))]);
    object(&mut sample, "egg", 0x102, 0, &[("parent", Pointer(0x101))]);
    object(&mut sample, "nowhere", 0x103, 0, &[("loc", Floats(&[f32::NAN, 0., 0.]))]);
    object(&mut sample, "hollow", 0x104, 1, &[("data", Pointer(0xbeef))]);
    object(&mut sample, "round", 0x105, 0, &[("prop.first", Pointer(0x106))]);
    sample.block("DATA", "bProperty", 0x106, &[("next", Pointer(0x106)), ("name", Text("again"))]);
    let (model, warnings) = read(&sample.bytes());
    for words in ["orphan: its parent", "is its own ancestor", "nowhere: its pose", "hollow: its mesh"] {
        assert!(warnings.iter().any(|warning| warning.contains(words)), "{words}: {warnings:?}");
    }
    assert_eq!(model.nodes[5].properties.len(), 1);
    assert!(model.world_from_nodes().iter().all(|world| world.is_finite()));
}

#[test]
fn a_group_within_itself_ends() {
    let mut sample = Sample::new(8);
    object(&mut sample, "self", 0x300, 0, &[("dup_group", Pointer(0x310)), ("transflag", Int(256))]);
    sample
        .block(
            "GR",
            "Group",
            0x310,
            &[("id.name", Text("GRself")), ("gobject.first", Pointer(0x320)), ("layer", Int(1))],
        )
        .block("DATA", "GroupObject", 0x320, &[("ob", Pointer(0x300))]);
    let (model, warnings) = read(&sample.bytes());
    assert_eq!(model.nodes.len(), 1 + crate::limits::INSTANCE_DEPTH_MAX);
    assert!(warnings[0].contains("shown within itself"), "{warnings:?}");
}

#[test]
fn an_array_that_asks_for_too_much_is_an_error() {
    let mut sample = Sample::new(8);
    object(&mut sample, "row", 0x180, 1, &[("data", Pointer(0x200)), ("modifiers.first", Pointer(0x190))]);
    for step in 0..4_u64 {
        let fields = [
            ("modifier.next", Pointer(0x191 + step)),
            ("modifier.mode", Int(1)),
            ("count", Int(1000)),
            ("offset_type", Int(2)),
            ("scale", Floats(&ONES)),
        ];
        sample.block("DATA", "ArrayModifierData", 0x190 + step, &fields);
    }
    square(&mut sample);
    let error = read_alone(&sample.bytes(), &mut Warnings::default()).unwrap_err().to_string();
    assert!(error.contains("modifiers of row") && error.contains("limit"), "{error}");
}

fn linking(path: &str) -> Vec<u8> {
    let mut sample = Sample::new(8);
    object(&mut sample, "shown", 0x300, 0, &[("dup_group", Pointer(0x311)), ("transflag", Int(256))]);
    sample.block("LI", "Library", 0x310, &[("name", Text(path))]).block(
        "ID",
        "ID",
        0x311,
        &[("name", Text("GRpair"))],
    );
    sample.bytes()
}

#[test]
fn groups_of_linked_files_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    for sub in ["environments", "props"] {
        fs::create_dir(folder.path().join(sub)).unwrap();
    }
    fs::write(folder.path().join("props/pair.blend"), everything(4)).unwrap();
    let scene = folder.path().join("environments/scene.blend");
    fs::write(&scene, linking("//../props/pair.blend")).unwrap();
    let loaded = load(&scene).unwrap();
    assert_eq!(loaded.model.objects().count(), 1);
    assert!(loaded.model.find("shown/square").is_some());

    fs::write(&scene, linking("//../props/none.blend")).unwrap();
    let loaded = load(&scene).unwrap();
    assert!(
        loaded.warnings[0].contains("linked file //../props/none.blend is missing"),
        "{:?}",
        loaded.warnings
    );
    fs::write(&scene, linking("//../../../etc/passwd")).unwrap();
    assert!(load(&scene).unwrap().warnings[0].contains("outside of the resource folders"));
    // A file that links to itself is read once more and no further.
    fs::write(&scene, linking("//scene.blend")).unwrap();
    assert!(load(&scene).is_ok());
}

#[test]
fn a_compressed_file_reads_as_a_plain_one() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&everything(8)).unwrap();
    let (model, _) = read(&encoder.finish().unwrap());
    assert_eq!(model.objects().count(), 5);
}

#[test]
fn a_file_cut_anywhere_is_an_error_that_says_where() {
    let whole = everything(8);
    for length in (12..whole.len() - 24).step_by(97) {
        let error = read_alone(&whole[..length], &mut Warnings::default()).unwrap_err().to_string();
        assert!(error.contains("offset") && error.contains("copy it again"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damage_never_panics(places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), wide: bool) {
        let mut bytes = everything(if wide { 8 } else { 4 });
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(model) = read_alone(&bytes, &mut Warnings::default()) {
            prop_assert!(model.world_from_nodes().iter().all(|world| !world.is_nan()));
            for mesh in &model.meshes {
                let vertices = mesh.vertices.len() as u32;
                prop_assert!(mesh.triangles.iter().flatten().all(|&corner| corner < vertices));
                prop_assert_eq!(mesh.slots.len(), mesh.triangles.len());
            }
        }
    }

    #[test]
    fn noise_behind_a_header_never_panics(noise in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = b"BLENDER-v266".to_vec();
        bytes.extend(noise);
        prop_assert!(read_alone(&bytes, &mut Warnings::default()).is_err());
    }
}
