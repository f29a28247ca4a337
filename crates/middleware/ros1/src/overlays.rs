//! The overlays of MORSE 1.4, which set the names of actions.

use morse_ros::names;
use morse_scene::value::Value;
use morse_sim::transport::stream::{ServicesSpec, check_names};

/// An overlay, and the service that its action calls.
struct Overlay {
    class: &'static str,
    service: &'static str,
}

/// All overlays.
const OVERLAYS: [Overlay; 2] = [
    Overlay { class: "morse.middleware.ros.overlays.armatures.ArmatureController", service: "trajectory" },
    Overlay { class: "morse.middleware.ros.overlays.waypoints.WayPoint", service: "goto" },
];

/// The argument that replaces the name of the component in the names of its action and parameters.
const NAMESPACE: &str = "namespace";

/// The name before those of the actions and parameters of a component: the argument `namespace` of its overlay, else its
/// topic.
///
/// # Errors
/// When the overlay is not one of ROS or does not fit the component, and when an argument is unknown or invalid.
pub(crate) fn action_namespace(spec: &ServicesSpec<'_>, topic: &str) -> Result<String, String> {
    let Some(entry) = spec.overlay else { return Ok(topic.to_owned()) };
    let component = spec.component;
    let overlay = OVERLAYS.iter().find(|known| known.class == entry.class).ok_or_else(|| {
        let known = OVERLAYS.map(|known| known.class).join(" and ");
        format!("{component}: {} is not a ROS overlay; there are {known}", entry.class)
    })?;
    if !spec.services.iter().any(|service| service.name == overlay.service) {
        return Err(format!(
            "{component}: {} needs the service `{}`, which {} does not have",
            overlay.class, overlay.service, spec.component_class
        ));
    }
    check_names(&format!("{component}: {}", overlay.class), "argument", &entry.arguments, &[NAMESPACE])?;
    let namespace = match entry.arguments.get(NAMESPACE) {
        None | Some(Value::Null) => return Ok(topic.to_owned()),
        Some(Value::Text(namespace)) => names::absolute(namespace),
        Some(other) => {
            return Err(format!("{component}: `{NAMESPACE}` must be a text, not {}", other.type_name()));
        }
    };
    names::check(&namespace).map_err(|problem| format!("{component}: `{NAMESPACE}`: {problem}"))?;
    Ok(namespace)
}

#[cfg(test)]
mod tests {
    use morse_scene::data_kind::DataKind;
    use morse_scene::description::{ServiceDescription, ServiceKind};
    use morse_scene::value::Map;
    use morse_scene::wiring::OverlayEntry;

    use super::*;

    fn namespace(class: &str, arguments: Map) -> Result<String, String> {
        let entry = OverlayEntry { class: class.to_owned(), arguments };
        let services = [ServiceDescription {
            name: "trajectory".to_owned(),
            arguments: Vec::new(),
            kind: ServiceKind::Async,
            interruptible: None,
            takes_flag: false,
            doc: String::new(),
        }];
        action_namespace(
            &ServicesSpec {
                component: "robot.arm",
                robot: "robot",
                component_class: "morse.actuators.armature.Armature",
                kind: DataKind::JointState,
                services: &services,
                other_services: &[],
                properties: &[],
                property_values: &Map::new(),
                overlay: Some(&entry),
            },
            "/robot/arm",
        )
    }

    const ARM: &str = "morse.middleware.ros.overlays.armatures.ArmatureController";

    #[test]
    fn namespace_replaces_the_name_of_the_component() {
        assert_eq!(namespace(ARM, Map::new()).as_deref(), Ok("/robot/arm"));
        assert_eq!(namespace(ARM, Map::from([("namespace", Value::Null)])).as_deref(), Ok("/robot/arm"));
        for given in ["/l_arm_controller", "l_arm_controller"] {
            let found = namespace(ARM, Map::from([("namespace", given)]));
            assert_eq!(found.as_deref(), Ok("/l_arm_controller"));
        }
    }

    #[test]
    fn error_of_refused_overlay_gives_the_allowed_values() {
        let problem =
            |class: &str, key: &str, value: Value| namespace(class, Map::from([(key, value)])).unwrap_err();
        let text = problem(ARM, "namespce", "/a".into());
        assert!(text.contains("`namespce`, only namespace; did you mean `namespace`?"), "{text}");
        assert!(problem(ARM, "namespace", 1.into()).contains("must be a text"));
        assert!(problem(ARM, "namespace", "/a-b".into()).contains("letters, digits"));
        let other = "morse.middleware.ros.overlays.waypoints.WayPoint";
        assert!(problem(other, "namespace", "/a".into()).contains("needs the service `goto`"));
        assert!(problem("lab.Overlay", "namespace", "/a".into()).contains("not a ROS overlay"));
    }
}
