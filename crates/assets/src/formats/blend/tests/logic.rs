//! Logic bricks of .blend files.

use glam::DVec3;

use super::{object, read};
use crate::formats::blend::sample::{Sample, Value};
use crate::model::{Motion, MotionSchedule};

use Value::{Floats, Int, Pointer, Text};

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
