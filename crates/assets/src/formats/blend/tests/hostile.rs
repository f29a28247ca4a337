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
