//! A node of the file: its pose, and in `extras` the facts that glTF lacks.

use morse_world::{Falloff, Light, LightKind, Pose};
use serde_json::{Value, json};

use crate::structure::ShownNode;

/// The facts about a node that glTF lacks.
pub(super) fn extras(node: &ShownNode) -> Value {
    let mut extras = json!({"node": node.number});
    if node.internal {
        extras["internal"] = json!(true);
    }
    if !node.look.visible {
        extras["hidden"] = json!(true);
    }
    if let Some(light) = &node.look.light {
        extras["light"] = light_to_json(light);
    }
    extras
}

/// A light with the numbers of the world, which are not those of glTF.
pub fn light_to_json(light: &Light) -> Value {
    let (kind, angle) = match light.kind {
        LightKind::Point => ("point", 0.0),
        LightKind::Sun => ("sun", 0.0),
        LightKind::Spot { angle } => ("spot", angle),
        LightKind::Hemisphere => ("hemisphere", 0.0),
    };
    let falloff = match light.falloff {
        Falloff::Constant => "constant",
        Falloff::InverseLinear => "linear",
        Falloff::InverseSquare | Falloff::Weighted { .. } => "square",
    };
    let distance = if light.distance.is_finite() { light.distance } else { 1e6 };
    json!({
        "kind": kind, "angle": angle, "rgb": light.rgb, "energy": light.energy, "distance": distance,
        "falloff": falloff, "blend": light.spot_blend,
    })
}

/// Writes a pose into a node, without the identity parts.
pub(super) fn place(node: &mut Value, pose: &Pose) {
    if pose.translation != glam::DVec3::ZERO {
        node["translation"] = json!(pose.translation.as_vec3().to_array());
    }
    if pose.rotation != glam::DQuat::IDENTITY {
        node["rotation"] = json!(pose.rotation.normalize().as_quat().to_array());
    }
}
