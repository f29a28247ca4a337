//! Tests of edits: each operation changes exactly its part of a document, lists stay short without a different result, and
//! scripts keep their own lines.

use crate::diagnostic::Diagnostic;
use crate::document::{Document, Source};
use crate::edit::block::{self, BlockError};
use crate::edit::{ChosenModifier, Edit, Operation, Place, apply, push};
use crate::test_scene::{catalog, first_scene};
use crate::validate::{Capabilities, validate};
use crate::value::Value;
use crate::wiring::wiring_table::WiringTable;

const SCRIPT: &str = "from morse.builder import *\nrobot = ATRV()\nenv = Environment('empty')\n";

fn at(x: f64) -> Place {
    Place { location: [x, 0.0, 0.5], rotation: [0.0, 0.0, 1.5] }
}

fn name(name: &str) -> String {
    name.to_owned()
}

fn placed(object: &str, x: f64) -> Operation {
    Operation::Place { name: name(object), place: at(x) }
}

fn pose(object: &str, interface: Option<&str>) -> Operation {
    let interface = interface.map(str::to_owned);
    Operation::Add { builder: name("Pose"), name: name(object), place: at(1.0), interface }
}

fn prop(object: &str) -> Operation {
    Operation::AddProp { file: name("props/objects"), object: None, name: name(object), place: at(1.0) }
}

fn copied(original: &str, copy: &str) -> Operation {
    Operation::Copy { original: name(original), name: name(copy), place: at(2.0) }
}

fn set(object: &str, value: impl Into<Value>) -> Operation {
    Operation::Set { name: name(object), property: name("Label"), value: value.into() }
}

fn removed(object: &str) -> Operation {
    Operation::Remove { name: name(object) }
}

fn after(operations: &[Operation]) -> (Document, Vec<Diagnostic>) {
    let mut document = first_scene();
    let source = Some(Source { file: name("/scenes/first_scene.py"), line: 30 });
    let edit = |operation: &Operation| Edit { operation: operation.clone(), source: source.clone() };
    document.edits = operations.iter().map(edit).collect();
    let findings = apply(&mut document, &catalog(), &WiringTable::built_in().unwrap());
    assert!(document.edits.is_empty());
    (document, findings)
}

fn edited(operations: &[Operation]) -> Document {
    let (document, findings) = after(operations);
    assert_eq!(findings, []);
    document
}

fn refused(operation: Operation) -> String {
    let (document, findings) = after(&[operation]);
    assert_eq!(document.objects, first_scene().objects, "a refused edit changes nothing");
    findings[0].to_string()
}

#[test]
fn object_is_moved_and_everything_else_stays() {
    let moved = edited(&[placed("robot.pose", 3.0)]);
    let mut expected = first_scene();
    expected.objects[1].location = [3.0, 0.0, 0.5];
    expected.objects[1].rotation = [0.0, 0.0, 1.5];
    assert_eq!(moved, expected);
}

#[test]
fn added_robot_and_its_sensor_pass_the_checks() {
    let robot = Operation::Add { builder: name("Jido"), name: name("jido"), place: at(4.0), interface: None };
    let document = edited(&[robot, pose("jido.pose", Some("socket"))]);
    let jido = document.object("jido").unwrap();
    assert_eq!(jido.model.as_ref().unwrap().file, "robots/jido");
    assert_eq!((jido.location, jido.source.as_ref().unwrap().line), ([4.0, 0.0, 0.5], 30));
    let sensor = document.object("jido.pose").unwrap();
    assert_eq!((sensor.parent.as_deref(), sensor.rate_hz), (Some("jido"), Some(60.0)));
    assert_eq!(document.component_datastream["jido.pose"], document.component_datastream["robot.pose"]);
    let wiring = WiringTable::built_in().unwrap();
    let errors = validate(&document, &catalog(), &wiring, &Capabilities::speaking(["socket"]));
    let about_jido =
        |finding: &Diagnostic| finding.object.as_ref().is_some_and(|name| name.starts_with("jido"));
    assert!(!errors.iter().any(|finding| finding.is_error() && about_jido(finding)), "{errors:?}");
}

#[test]
fn copy_has_components_streams_and_modifiers_of_the_original() {
    let document = edited(&[copied("robot", "robot2")]);
    assert_eq!(document.objects.len(), 8);
    assert_eq!(document.object("robot2").unwrap().location, [2.0, 0.0, 0.5]);
    let pose = document.object("robot2.pose").unwrap();
    assert_eq!((pose.parent.as_deref(), pose.location), (Some("robot2"), [0.0, 0.0, 0.75]));
    assert_eq!(document.component_datastream["robot2.pose"], document.component_datastream["robot.pose"]);
    assert_eq!(document.component_modifier["robot2.pose"], document.component_modifier["robot.pose"]);
    assert_eq!(document.component_service["robot2.waypoint"], document.component_service["robot.waypoint"]);
    let component = edited(&[copied("robot.pose", "robot.pose2")]);
    assert_eq!(component.object("robot.pose2").unwrap().parent.as_deref(), Some("robot"));
}

#[test]
fn removed_object_leaves_nothing_in_the_tables() {
    let document = edited(&[removed("robot")]);
    assert!(document.objects.is_empty() && document.component_datastream.is_empty());
    assert!(document.component_modifier.is_empty() && document.component_service.is_empty());
    let document = edited(&[removed("robot.pose")]);
    assert_eq!(document.objects.len(), 3);
}

#[test]
fn property_and_rate_have_the_line_that_sets_them() {
    let rate = Operation::Rate { name: name("robot.pose"), rate_hz: 10.0 };
    let document = edited(&[set("robot.pose", "here"), rate]);
    let pose = document.object("robot.pose").unwrap();
    assert_eq!((pose.properties.get("Label"), pose.rate_hz), (Some(&Value::from("here")), Some(10.0)));
    assert_eq!(pose.source_of("Label").unwrap().line, 30);
    let unset = edited(&[set("robot.pose", "here"), set("robot.pose", Value::Null)]);
    assert!(!unset.object("robot.pose").unwrap().properties.contains_key("Label"));
}

#[test]
fn edits_that_do_not_fit_are_refused_with_the_line() {
    let cases = [
        (placed("robott", 1.0), "no object `robott` (did you mean `robot`?)"),
        (pose("pose2", None), "(name it `robot.pose2`)"),
        (pose("nobody.pose", None), "no object `nobody`"),
        (pose("robot.pose", None), "already an object called `robot.pose`"),
        (pose("robot.p2", Some("sockett")), "no middleware with services `sockett`"),
        (copied("robot", "robot.pose"), "not a name"),
        (copied("robot", ""), "not a name"),
        (prop("a.b"), "not a name"),
        (Operation::Rate { name: name("robot"), rate_hz: 1.0 }, "only sensors and actuators have a rate"),
        (removed("x"), "no object `x`"),
    ];
    for (operation, text) in cases {
        let refusal = refused(operation);
        assert!(refusal.starts_with("/scenes/first_scene.py:30: error: "), "{refusal}");
        assert!(refusal.contains(text) && refusal.ends_with("[scene::edit]"), "{refusal}");
    }
    let unknown = Operation::Add { builder: name("Jidoo"), name: name("a"), place: at(0.0), interface: None };
    assert!(refused(unknown).contains("did you mean `Jido`?"));
}

#[test]
fn short_list_gives_the_same_document() {
    let operations = [
        prop("box"),
        placed("box", 3.0),
        placed("robot", 1.0),
        set("box", "a"),
        copied("robot", "twin"),
        placed("robot", 5.0),
        placed("twin", 6.0),
        set("box", "b"),
        pose("twin.gauge", Some("socket")),
        placed("twin.gauge", 9.0),
        prop("gone"),
        placed("gone", 2.0),
        removed("gone"),
        placed("robot", 7.0),
        removed("robot.waypoint"),
    ];
    let mut short = Vec::new();
    operations.iter().cloned().for_each(|operation| push(&mut short, operation));
    // The robot is moved before and after it is copied.
    assert_eq!(short.len(), 7, "{short:?}");
    assert_eq!(edited(&short), edited(&operations));
}

#[test]
fn removed_original_of_a_copy_stays_in_the_list() {
    let mut list = Vec::new();
    [prop("box"), copied("box", "box2"), removed("box")].into_iter().for_each(|it| push(&mut list, it));
    assert_eq!(list.len(), 3);
    assert!(edited(&list).object("box2").is_some());
}

#[test]
fn block_stands_at_the_end_and_is_replaced() {
    let first = block::written(SCRIPT, &[placed("robot", 1.0)]).unwrap();
    let lines: Vec<&str> = first.strip_prefix(SCRIPT).unwrap().lines().collect();
    assert!(lines[1].starts_with(block::BEGIN));
    assert_eq!(lines[2], "from morse.builder import edit");
    assert_eq!(lines[4], "edit.place('robot', (1.0, 0.0, 0.5), (0.0, 0.0, 1.5))");
    assert_eq!(lines[5], block::END);
    assert_eq!(block::lines(&first), Ok(Some(5..=9)));
    let second = block::written(&first, &[prop("it's"), set("robot", vec![true])]).unwrap();
    assert!(second.starts_with(SCRIPT) && !second.contains("edit.place("));
    assert!(
        second.contains("edit.add_prop('props/objects', None, \"it's\", (1.0, 0.0, 0.5), (0.0, 0.0, 1.5))\n")
    );
    assert!(second.contains("edit.set_property('robot', 'Label', [True])\n"));
    assert_eq!(block::written(&second, &[]).unwrap(), SCRIPT, "no edits, no block");
}

#[test]
fn lines_around_the_block_and_their_ends_are_kept() {
    let windows = SCRIPT.replace('\n', "\r\n");
    let written = block::written(&windows, &[removed("robot")]).unwrap();
    assert_eq!(written.matches('\n').count(), written.matches("\r\n").count());
    let more = format!("{written}print('end')\r\n");
    let again = block::written(&more, &[set("robot", 1)]).unwrap();
    assert!(again.starts_with(&windows) && again.ends_with("print('end')\r\n"));
    let open = block::written("x = 1", &[removed("a")]).unwrap();
    assert!(open.starts_with("x = 1\n\n# >>>"), "{open}");
}

#[test]
fn damaged_marks_are_named() {
    let (begin, end) = (block::BEGIN, block::END);
    assert_eq!(block::lines(&format!("a\n{begin}\n")), Err(BlockError::WithoutEnd(2)));
    assert_eq!(block::lines(&format!("a\n{end}\n")), Err(BlockError::WithoutBegin(2)));
    let two = format!("{begin}\n{end}\n{begin}\n{end}\n");
    assert_eq!(block::written(&two, &[]), Err(BlockError::Second(3)));
    assert_eq!(block::lines(&format!("{begin}\n{begin}\n{end}\n")), Err(BlockError::Second(2)));
}

#[test]
fn edits_are_part_of_the_document_format() {
    let mut document = first_scene();
    document.edits = vec![Edit { operation: set("robot", 2.0), source: None }];
    let text = document.to_json_pretty().unwrap();
    assert_eq!(Document::from_json(&text).unwrap(), document);
    assert!(Document::from_json(&text.replace("\"set\"", "\"sett\"")).is_err());
}

fn odometry() -> Operation {
    Operation::Add {
        builder: name("Odometry"),
        name: name("robot.odo"),
        place: at(0.0),
        interface: Some(name("ros")),
    }
}

fn level(level: Option<&str>) -> Operation {
    Operation::Level { name: name("robot.odo"), level: level.map(str::to_owned) }
}

fn modifiers(object: &str, chosen: &[&str]) -> Operation {
    let arguments = crate::value::Map::default();
    let one = |modifier: &&str| ChosenModifier { modifier: name(modifier), arguments: arguments.clone() };
    Operation::Modifiers { name: name(object), modifiers: chosen.iter().map(one).collect() }
}

fn zone() -> Operation {
    Operation::AddZone {
        name: name("dock"),
        zone_type: name("Charging"),
        location: [2.0, 0.0, 0.5],
        half_extents: [1.0, 1.0, 0.5],
    }
}

#[test]
fn default_streams_follow_the_level() {
    let streams = |operations: &[Operation]| {
        let document = edited(operations);
        let object = document.object("robot.odo").unwrap().clone();
        (object.level, document.component_datastream["robot.odo"][0].class.clone())
    };
    let plain = streams(&[odometry()]);
    let integrated = streams(&[odometry(), level(Some("integrated"))]);
    assert_eq!(integrated.0.as_deref(), Some("integrated"));
    assert_eq!(streams(&[odometry(), level(Some("integrated")), level(None)]), plain);
    let (document, findings) = after(&[odometry(), level(Some("raww"))]);
    let text = findings[0].to_string();
    assert!(text.contains("has no level `raww`") && text.contains("did you mean `raw`?"), "{text}");
    assert_eq!(document.object("robot.odo").unwrap().level, plain.0);
    assert!(
        refused(Operation::Level { name: name("robot"), level: None }).contains("only sensors and actuators")
    );
}

#[test]
fn modifiers_are_replaced_as_a_list() {
    let classes = |operations: &[Operation]| {
        let document = edited(operations);
        let entries = document.component_modifier.get("robot.pose").cloned().unwrap_or_default();
        let lines = document.wiring_sources.component_modifier.get("robot.pose").map_or(0, Vec::len);
        assert_eq!(lines, entries.len());
        entries.into_iter().map(|entry| entry.class).collect::<Vec<_>>()
    };
    let two = classes(&[modifiers("robot.pose", &["NED", "Noise"])]);
    assert_eq!(two.len(), 2);
    assert!(two[0].contains("ned") && two[1].contains("noise"), "{two:?}");
    assert_eq!(
        classes(&[modifiers("robot.pose", &["NED"]), modifiers("robot.pose", &[])]),
        Vec::<String>::new()
    );
    let text = refused(modifiers("robot.pose", &["Noize"]));
    assert!(
        text.contains("there is no modifier `Noize`") && text.contains("did you mean `Noise`?"),
        "{text}"
    );
    assert!(refused(modifiers("robot", &["Noise"])).contains("only sensors and actuators"));
}

#[test]
fn zone_is_added_moved_and_sized_but_not_turned() {
    let moved = Operation::Place {
        name: name("dock"),
        place: Place { location: [5.0, 1.0, 0.5], rotation: [0.0; 3] },
    };
    let sized = Operation::Size { name: name("dock"), half_extents: [3.0, 2.0, 1.0] };
    let document = edited(&[zone(), moved, sized]);
    let dock = document.object("dock").unwrap();
    assert_eq!((dock.location, dock.scale), ([5.0, 1.0, 0.5], [3.0, 2.0, 1.0]));
    assert_eq!(dock.properties.get("Type"), Some(&Value::from("Charging")));
    let errors = validate(
        &document,
        &catalog(),
        &WiringTable::built_in().unwrap(),
        &Capabilities::speaking(["socket"]),
    );
    assert!(!errors.iter().any(Diagnostic::is_error), "{errors:?}");
    let (_, findings) = after(&[zone(), placed("dock", 1.0)]);
    assert!(findings[0].to_string().contains("always parallel to the axes"), "{findings:?}");
    let flat = Operation::Size { name: name("dock"), half_extents: [1.0, 0.0, 1.0] };
    let (_, findings) = after(&[zone(), flat]);
    assert!(findings[0].to_string().contains("numbers above 0"), "{findings:?}");
    assert!(refused(Operation::Size { name: name("robot"), half_extents: [1.0; 3] }).contains("only zones"));
}

#[test]
fn levels_modifiers_and_zones_are_calls_in_the_block() {
    let mut list = Vec::new();
    let mut noise = modifiers("robot.pose", &["Noise"]);
    if let Operation::Modifiers { modifiers, .. } = &mut noise {
        modifiers[0].arguments = crate::value::Map::from([("pos_std", Value::from(0.1))]);
    }
    let at = Operation::Place {
        name: name("dock"),
        place: Place { location: [5.0, 1.0, 0.5], rotation: [0.0; 3] },
    };
    for operation in [modifiers("robot.pose", &["NED"]), noise, level(None), level(Some("raw")), zone(), at] {
        push(&mut list, operation);
    }
    assert_eq!(list.len(), 3);
    let text = block::written("", &list).unwrap();
    for line in [
        "edit.set_modifiers('robot.pose', [('Noise', {'pos_std': 0.1})])",
        "edit.set_level('robot.odo', 'raw')",
        "edit.add_zone('dock', 'Charging', (5.0, 1.0, 0.5), (1.0, 1.0, 0.5))",
    ] {
        assert!(text.lines().any(|known| known == line), "{text}");
    }
}
