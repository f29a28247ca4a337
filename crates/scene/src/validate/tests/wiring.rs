//! Tests of streams, services, overlays and the options of managers.

use crate::validate::tests::*;
use crate::value::Map;
use crate::wiring::{Direction, OverlayEntry, StreamEntry};

const SOCKET: &str = "morse.middleware.socket_datastream.SocketDatastreamManager";
const PUBLISHER: &str = "morse.middleware.socket_datastream.SocketPublisher";

fn stream_on(name: &str, manager: &str, class: &str, direction: Direction) -> Vec<Diagnostic> {
    let entry =
        StreamEntry { manager: manager.to_owned(), class: class.to_owned(), direction, options: Map::new() };
    findings(|scene| {
        scene.component_datastream.insert(name.to_owned(), vec![entry]);
    })
}

#[test]
fn stream_without_component_is_refused() {
    let all = stream_on("robot.posee", SOCKET, PUBLISHER, Direction::Out);
    assert_error(&all[0], "scene::stream-on-nothing", "did you mean `robot.pose`?");
    let all = stream_on("robot", SOCKET, PUBLISHER, Direction::Out);
    assert_error(&all[0], "scene::stream-on-nothing", "a stream is on a robot");
}

#[test]
fn stream_needs_a_known_manager_and_class() {
    let all =
        stream_on("robot.pose", "morse.middleware.socket_datastream.SoketManager", PUBLISHER, Direction::Out);
    assert_error(&all[0], "scene::unknown-middleware", "SocketDatastreamManager`?");
    let all = stream_on("robot.pose", "lab.Manager", PUBLISHER, Direction::Out);
    assert_error(&all[0], "scene::python-class", "datastream manager `lab.Manager`");
    let all =
        stream_on("robot.pose", SOCKET, "morse.middleware.socket_datastream.SocketPublishr", Direction::Out);
    assert_error(&all[0], "scene::unknown-stream", "did you mean");
    let all = stream_on("robot.pose", SOCKET, "lab.Publisher", Direction::Out);
    assert_error(&all[0], "scene::python-class", "stream `lab.Publisher`");
    let all =
        stream_on("robot.pose", SOCKET, "morse.middleware.ros.overlays.waypoints.WayPoint", Direction::Out);
    assert_error(&all[0], "scene::unknown-stream", "is an overlay");
    let all = stream_on("robot.pose", SOCKET, "morse.middleware.text_datastream.Publisher", Direction::Out);
    assert_error(&all[0], "scene::stream-of-another-middleware", "is a stream of text");
}

#[test]
fn unsupported_middleware_is_reported() {
    let manager = "morse.middleware.ros_datastream.ROSDatastreamManager";
    let all =
        stream_on("robot.pose", manager, "morse.middleware.ros.pose.PoseStampedPublisher", Direction::Out);
    assert_error(
        &all[0],
        "scene::middleware-not-available",
        "does not speak ros, which 1 component needs (robot.pose: ros stream",
    );
    assert_eq!(all[0].source.as_ref().unwrap().line, 7);
}

#[test]
fn sensors_publish_and_actuators_read() {
    let all =
        stream_on("robot.pose", SOCKET, "morse.middleware.socket_datastream.SocketReader", Direction::In);
    assert_error(&all[0], "scene::wrong-direction", "the component is a sensor");
    let all =
        stream_on("robot.pose", SOCKET, "morse.middleware.socket_datastream.SocketReader", Direction::Out);
    assert_error(&all[0], "scene::wrong-direction", "with the direction IN");
}

#[test]
fn options_need_a_known_manager() {
    let finding = finding(|scene| {
        scene.stream_manager.insert("morse.middleware.Soket".to_owned(), Map::new());
    });
    assert_error(&finding, "scene::unknown-middleware", "morse.middleware.Soket");
}

#[test]
fn services_are_on_robots_components_and_the_simulation() {
    let service_on = |name: &str, manager: &str| {
        let (name, manager) = (name.to_owned(), manager.to_owned());
        findings(move |scene| {
            scene.component_service.insert(name, vec![manager]);
        })
    };
    let socket = "morse.middleware.socket_request_manager.SocketRequestManager";
    assert_eq!(service_on("simulation", socket), []);
    assert_eq!(service_on("robot", socket), []);
    assert_error(&service_on("robt", socket)[0], "scene::service-on-nothing", "did you mean `robot`?");
    let yarp = "morse.middleware.yarp_request_manager.YarpRequestManager";
    assert_error(&service_on("robot", yarp)[0], "scene::middleware-not-available", "yarp");
    let wrong = service_on("robot", "morse.middleware.socket_request_manager.SocketManager");
    assert_error(&wrong[0], "scene::unknown-service-manager", "did you mean");
    assert_error(&service_on("robot", "lab.Manager")[0], "scene::python-class", "request manager");
}

#[test]
fn overlay_needs_an_object_with_services_and_a_known_class() {
    let overlay = |manager: &str, name: &str, class: &str| {
        let entry = OverlayEntry { class: class.to_owned(), arguments: Map::new() };
        let (manager, name) = (manager.to_owned(), name.to_owned());
        findings(move |scene| {
            scene.overlays.insert(manager, [(name, entry)].into());
        })
    };
    let socket = "morse.middleware.socket_request_manager.SocketRequestManager";
    let known = "morse.middleware.ros.overlays.waypoints.WayPoint";
    assert_eq!(overlay(socket, "robot.waypoint", known), []);
    assert_error(&overlay(socket, "robot.wayp", known)[0], "scene::overlay-on-nothing", "did you mean");
    assert_error(&overlay(socket, "robot", "lab.Overlay")[0], "scene::python-class", "overlay `lab.Overlay`");
    assert_error(&overlay(socket, "robot", PUBLISHER)[0], "scene::unknown-overlay", "is a stream");
    let slip = "morse.middleware.ros.overlays.waypoints.Waypoints";
    assert_error(&overlay(socket, "robot", slip)[0], "scene::unknown-overlay", "did you mean");
    let ros = "morse.middleware.ros_request_manager.RosRequestManager";
    assert_error(&overlay(ros, "robot", known)[0], "scene::middleware-not-available", "ros");
}

#[test]
fn options_of_a_manager_need_a_stream_or_a_service() {
    let configured = |service: bool| {
        findings(move |scene| {
            scene.component_datastream.clear();
            scene.component_service.clear();
            scene.stream_manager.insert(SOCKET.to_owned(), Map::from([("time_sync", true)]));
            let manager = "morse.middleware.socket_request_manager.SocketRequestManager".to_owned();
            if service {
                scene.component_service.insert("robot".to_owned(), vec![manager]);
            }
        })
    };
    let of_manager = |service: bool| -> Vec<Diagnostic> {
        let found = configured(service).into_iter();
        found.filter(|finding| finding.code.text() == "scene::manager-not-used").collect()
    };
    assert_eq!(of_manager(true), []);
    assert_warning(&of_manager(false)[0], "scene::manager-not-used", "time_sync");
}

#[test]
fn overlays_of_one_manager_have_namespaces_of_their_own() {
    let overlays = |names: [&str; 2]| {
        let entries = ["robot.waypoint", "robot.pose"].into_iter().zip(names).map(|(component, name)| {
            let arguments = Map::from([("namespace", name)]);
            let class = "morse.middleware.ros.overlays.waypoints.WayPoint".to_owned();
            (component.to_owned(), OverlayEntry { class, arguments })
        });
        let entries = entries.collect();
        findings(|scene| {
            let socket = "morse.middleware.socket_request_manager.SocketRequestManager";
            scene.overlays.insert(socket.to_owned(), entries);
        })
    };
    assert_eq!(overlays(["/one", "/other"]), []);
    assert_error(&overlays(["/one", "one"])[0], "scene::overlay-name-taken", "namespace");
}

#[test]
fn overlay_needs_its_request_manager() {
    let mut document = first_scene();
    let ros = "morse.middleware.ros_request_manager.RosRequestManager";
    let entry = OverlayEntry {
        class: "morse.middleware.ros.overlays.waypoints.WayPoint".to_owned(),
        arguments: Map::new(),
    };
    document.overlays.insert(ros.to_owned(), [("robot.waypoint".to_owned(), entry)].into());
    let wiring = WiringTable::built_in().unwrap();
    let all = validate(&document, &catalog(), &wiring, &Capabilities::speaking(["socket", "ros"]));
    assert_error(&all[0], "scene::overlay-not-served", "is not loaded");
}
