//! Tests of names and parents.

use crate::validate::tests::*;

#[test]
fn scene_needs_a_robot() {
    let all = findings(|scene| {
        scene.objects.clear();
        scene.component_datastream.clear();
        scene.component_service.clear();
        scene.stream_manager.clear();
        scene.component_modifier.clear();
    });
    assert_eq!(all.len(), 1);
    assert_error(&all[0], "scene::no-robot", "the scene has no robot");
    assert_eq!(all[0].source.as_ref().unwrap().line, 20);
}

#[test]
fn component_needs_a_robot() {
    let finding = finding(|scene| scene.objects[1].parent = None);
    assert_error(&finding, "scene::component-without-robot", "robot.pose: this sensor belongs to no robot");
}

#[test]
fn component_may_be_the_child_of_a_component() {
    assert_eq!(findings(|scene| scene.objects[2].parent = Some("robot.pose".to_owned())), []);
}

#[test]
fn names_are_unique() {
    let finding = finding(|scene| {
        let twin = scene.objects[1].clone();
        scene.objects.push(twin);
    });
    assert_error(&finding, "scene::duplicate-name", "first_scene.py:5");
}

#[test]
fn missing_parent_gets_a_suggestion() {
    let finding = finding(|scene| scene.objects[1].parent = Some("robto".to_owned()));
    assert_error(&finding, "scene::unknown-parent", "did you mean `robot`?");
}

#[test]
fn parents_come_before_their_children() {
    let all = findings(|scene| scene.objects.swap(0, 3));
    assert_eq!(all.len(), 3);
    assert_error(&all[0], "scene::parent-after-child", "robot.waypoint: its parent `robot` comes after it");
}

#[test]
fn parents_form_a_tree() {
    let all = findings(|scene| {
        scene.objects[1].parent = Some("robot.odometry".to_owned());
        scene.objects[2].parent = Some("robot.pose".to_owned());
        scene.objects[3].parent = Some("robot.pose".to_owned());
    });
    let cyclic: Vec<_> =
        all.iter().filter(|finding| finding.code.text() == "scene::cyclic-parents").collect();
    assert_eq!(cyclic.len(), 2, "{all:#?}");
    let finding = finding(|scene| scene.objects[1].parent = Some("robot.pose".to_owned()));
    assert_error(&finding, "scene::cyclic-parents", "its own ancestor");
}

#[test]
fn names_that_clients_cannot_address_are_reported() {
    let renamed = |name: &str| {
        let name = name.to_owned();
        finding(move |scene| {
            let mut twin = scene.objects[1].clone();
            let streams = scene.component_datastream["robot.pose"].clone();
            scene.component_datastream.insert(name.clone(), streams);
            twin.name = name;
            scene.objects.push(twin);
        })
    };
    assert_error(&renamed(""), "scene::bad-name", "no name");
    assert_error(&renamed("a\nb"), "scene::bad-name", "control character");
    assert_error(&renamed("robot..x"), "scene::bad-name", "empty part");
    assert_error(&renamed(&"x".repeat(2000)), "scene::bad-name", "2000 bytes");
    assert_warning(&renamed("my pose"), "scene::bad-name", "whitespace");
}

#[test]
fn robot_cannot_have_a_reserved_name() {
    let finding = finding(|scene| {
        let mut robot = scene.objects[0].clone();
        robot.name = "simulation".to_owned();
        robot.location = [5.0, 0.0, 0.0];
        scene.objects.push(robot);
    });
    assert_error(&finding, "scene::reserved-name", "simulation");
}

#[test]
fn long_chain_of_parents_is_checked_in_one_pass() {
    let all = findings(|scene| {
        let link = scene.objects[1].clone();
        scene.objects.extend((0..50_000).map(|index| {
            let mut object = link.clone();
            object.name = format!("link{index}");
            object.parent = Some(if index == 0 { "robot".to_owned() } else { format!("link{}", index - 1) });
            object
        }));
    });
    assert_eq!(all, []);
}
