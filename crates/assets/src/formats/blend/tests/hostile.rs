//! .blend files that are cut, circular or ask for too much.

use proptest::prelude::*;

use super::{ONES, everything, object, read, square};
use crate::Warnings;
use crate::formats::blend::read_alone;
use crate::formats::blend::sample::{Sample, Value};

use Value::{Floats, Int, Pointer, Text};

#[test]
fn dangling_pointers_circles_and_bad_poses_are_reported() {
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

#[test]
fn a_file_cut_anywhere_is_an_error_that_says_where() {
    let whole = everything(8);
    for length in (12..whole.len() - 24).step_by(97) {
        let error = read_alone(&whole[..length], &mut Warnings::default()).unwrap_err().to_string();
        assert!(error.contains("offset") && error.contains("copy it again"), "{error}");
    }
}

/// Adds a group whose members are that object, repeated.
fn group(sample: &mut Sample, name: &str, address: u64, members: &[u64]) {
    let first = address + 1;
    sample.block(
        "GR",
        "Group",
        address,
        &[("id.name", Text(name)), ("gobject.first", Pointer(first)), ("layer", Int(1))],
    );
    for (place, &member) in members.iter().enumerate() {
        let next = if place + 1 < members.len() { first + place as u64 + 1 } else { 0 };
        sample.block(
            "DATA",
            "GroupObject",
            first + place as u64,
            &[("next", Pointer(next)), ("ob", Pointer(member))],
        );
    }
}

#[test]
fn groups_that_show_each_other_end() {
    let mut sample = Sample::new(8);
    let shows = |group: u64| [("dup_group", Pointer(group)), ("transflag", Int(256))];
    object(&mut sample, "first", 0x300, 0, &shows(0x500));
    object(&mut sample, "second", 0x301, 0, &shows(0x400));
    group(&mut sample, "GRfirst", 0x400, &[0x300]);
    group(&mut sample, "GRsecond", 0x500, &[0x301]);
    let (model, warnings) = read(&sample.bytes());
    assert_eq!(model.nodes.len(), 2 * (1 + crate::limits::INSTANCE_DEPTH_MAX));
    assert!(warnings.iter().any(|warning| warning.contains("shown within itself")), "{warnings:?}");
}

#[test]
fn instances_of_instances_that_multiply_are_an_error() {
    let mut sample = Sample::new(8);
    // Each of ten objects shows a group of ten objects, eight times: a hundred million copies.
    for level in 0..8_u64 {
        let members: Vec<u64> = (0..10).map(|place| 0x1000 * (level + 1) + place).collect();
        for &member in &members {
            let shown = if level == 7 { 0 } else { 0x1000 * (level + 2) + 0x100 };
            let fields = [("dup_group", Pointer(shown)), ("transflag", Int(256))];
            object(&mut sample, "copy", member, 0, &fields);
        }
        group(&mut sample, &format!("GR{level}"), 0x1000 * (level + 1) + 0x100, &members);
    }
    let error = read_alone(&sample.bytes(), &mut Warnings::default()).unwrap_err().to_string();
    assert!(
        error.contains("group 7: asks for 10 further nodes") && error.contains("split the file"),
        "{error}"
    );
}

#[test]
fn files_that_show_groups_of_each_other_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = |other: &str| {
        let mut sample = Sample::new(8);
        object(&mut sample, "shown", 0x300, 0, &[("dup_group", Pointer(0x311)), ("transflag", Int(256))]);
        group(&mut sample, "GRpair", 0x400, &[0x300]);
        let path = format!("//{other}.blend");
        sample.block("LI", "Library", 0x310, &[("name", Text(&path))]).block(
            "ID",
            "ID",
            0x311,
            &[("name", Text("GRpair"))],
        );
        sample.bytes()
    };
    for (name, other) in [("one", "two"), ("two", "one")] {
        std::fs::write(folder.path().join(format!("{name}.blend")), file(other)).unwrap();
    }
    let loaded = crate::load(&folder.path().join("one.blend")).unwrap();
    assert_eq!(loaded.model.nodes.len(), 1 + crate::limits::INSTANCE_DEPTH_MAX);
    assert!(
        loaded.warnings.iter().any(|warning| warning.contains("shown within itself")),
        "{:?}",
        loaded.warnings
    );
}

#[test]
fn mesh_of_more_than_twenty_million_triangles_is_refused_before_it_is_read() {
    let corners = crate::limits::TRIANGLES_MAX + 3;
    let mut sample = Sample::new(8);
    object(&mut sample, "huge", 0x100, 1, &[("data", Pointer(0x200))]);
    let mesh = [
        ("id.name", Text("MEHuge")),
        ("mvert", Pointer(0x210)),
        ("mpoly", Pointer(0x220)),
        ("mloop", Pointer(0x230)),
        ("totvert", Int(1)),
        ("totpoly", Int(1)),
        ("totloop", Int(corners as i64)),
    ];
    sample.block("ME", "Mesh", 0x200, &mesh);
    sample.block("DATA", "MVert", 0x210, &[]);
    sample.block("DATA", "MPoly", 0x220, &[("totloop", Int(corners as i64))]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.blend");
    sample.write_with_zeros(&path, "MLoop", 0x230, corners);
    let error = crate::load(&path).unwrap_err().to_string();
    assert!(error.contains("mesh Huge: asks for 20000001 further triangles"), "{error}");
    assert!(error.contains("limit of 20000000") && error.contains("simplify its meshes"), "{error}");
}

#[test]
fn subdivision_into_too_many_faces_is_an_error() {
    let mut sample = Sample::new(8);
    object(&mut sample, "smooth", 0x180, 1, &[("data", Pointer(0x200)), ("modifiers.first", Pointer(0x190))]);
    let fields = [("modifier.mode", Int(1)), ("levels", Int(11))];
    sample.block("DATA", "SubsurfModifierData", 0x190, &fields);
    square(&mut sample);
    let error = read_alone(&sample.bytes(), &mut Warnings::default()).unwrap_err().to_string();
    assert!(
        error.contains("modifier SUBSURF of smooth: makes 4194304 faces; the limit is 4000000"),
        "{error}"
    );
    assert!(error.contains("reduce its levels"), "{error}");
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
