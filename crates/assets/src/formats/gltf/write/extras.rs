//! Extras of nodes: properties, bodies, joints, inertias.

use glam::DMat3;
use serde_json::{Map, Value, json};

use crate::formats::gltf::write::Export;
use crate::formats::gltf::write::nodes::is_below;
use crate::formats::gltf::write::shapes::bounds_of;
use crate::model::{
    Bounds, EffortPolynomial, Inertial, Joint, Node, NodeKind, Physics, PhysicsFlags, Property, Shape,
};

impl Export<'_> {
    pub(super) fn extras(&mut self, node: &Node) -> Map<String, Value> {
        let mut extras = Map::new();
        for (name, property) in &node.properties {
            let value = match property {
                Property::Bool(value) => json!(value),
                Property::Int(value) => json!(value),
                Property::Float(value) => json!(value),
                Property::String(value) => json!(value),
                Property::Timer { timer } => {
                    self.omit("timers become numbers that stand still", &node.name);
                    json!(timer)
                }
            };
            extras.insert(name.clone(), value);
        }
        if node.physics != Physics::default() {
            extras.insert("morse_physics".to_owned(), self.physics(node));
        }
        if let Some(inertial) = &node.inertial {
            extras.insert("morse_inertial".to_owned(), inertial_record(inertial));
        }
        let model = self.model;
        let is_child = |joint: &&Joint| std::ptr::eq(&raw const model.nodes[joint.child.index()], node);
        for joint in model.joints.iter().filter(is_child) {
            if is_below(&model.nodes, joint.child, joint.parent) {
                extras.insert("morse_joint".to_owned(), joint_record(joint));
            } else {
                self.omit("joints to an object that is not above are left out", &joint.name);
            }
        }
        extras
    }

    fn physics(&mut self, node: &Node) -> Value {
        let physics = &node.physics;
        let usual = Physics::default();
        let bounds = match (&node.kind, physics.bounds) {
            (NodeKind::Shape(shape), _) => bounds_of(shape).name(),
            (_, Bounds::Fitted(shape)) => shape.name(),
            (_, Bounds::Default) => "DEFAULT",
        };
        let limits = (physics.speed_min, physics.speed_max);
        if limits != (usual.speed_min, usual.speed_max)
            || physics.locked_translation != usual.locked_translation
            || physics.locked_rotation != usual.locked_rotation
        {
            self.omit("limits of speed and locked axes of bodies are left out", &node.name);
        }
        if physics.friction_direction.is_some() {
            self.omit(
                "directions of friction are left out: these surfaces hold in all directions",
                &node.name,
            );
        }
        if physics.rolling_resistance != [0.0; 2] {
            self.omit("friction against spinning and rolling is left out", &node.name);
        }
        let groups = self.model.nodes.iter().fold(0, |all, node| all | node.physics.collision_group);
        if physics.collision_mask & groups != groups {
            self.omit("collision groups are left out: these bodies collide with all", &node.name);
        }
        let radius = match node.kind {
            NodeKind::Shape(Shape::Sphere { radius }) => radius,
            _ => physics.radius,
        };
        let mut record = json!({
            "type": physics.body.name(),
            "bounds": bounds,
            "mass": physics.mass,
            "radius": radius,
            "damping": [physics.linear_damping, physics.angular_damping],
            "margin": physics.margin,
            "friction": physics.friction,
            "elasticity": physics.elasticity,
        });
        if physics.form_factor != usual.form_factor {
            record["form_factor"] = json!(physics.form_factor);
        }
        let PhysicsFlags { compound, actor, ghost, no_sleep } = physics.flags;
        for (name, is_set) in
            [("compound", compound), ("actor", actor), ("ghost", ghost), ("no_sleep", no_sleep)]
        {
            if is_set {
                record[name] = json!(true);
            }
        }
        record
    }
}

fn joint_record(joint: &Joint) -> Value {
    let mut record = json!({
        "name": joint.name,
        "kind": joint.kind,
        "axis": joint.axis.to_array(),
        "anchor": joint.anchor.to_array(),
        "position": joint.position,
        "damping": joint.damping,
        "friction": joint.friction,
    });
    if let Some(limits) = joint.limits {
        if limits.lower.is_finite() && limits.upper.is_finite() {
            record["limits"] = json!([limits.lower, limits.upper]);
        }
        for (key, value) in [("velocity", limits.velocity), ("effort", limits.effort)] {
            if value.is_finite() {
                record[key] = json!(value);
            }
        }
    }
    if joint.armature != 0.0 {
        record["armature"] = json!(joint.armature);
    }
    if let Some(spring) = &joint.spring {
        record["spring"] = json!(spring);
    }
    if joint.polynomial != EffortPolynomial::default() {
        record["polynomial"] = json!(joint.polynomial);
    }
    if let Some(servo) = &joint.servo {
        record["servo"] = json!(servo);
    }
    if let Some(motor) = &joint.motor {
        record["motor"] = json!(motor);
    }
    if let Some(mimic) = &joint.mimic {
        record["mimic"] =
            json!({"joint": mimic.joint, "multiplier": mimic.multiplier, "offset": mimic.offset});
    }
    record
}

fn inertial_record(inertial: &Inertial) -> Value {
    let turn = inertial.node_from_inertia.matrix3;
    let tensor: DMat3 = turn * inertial.inertia * turn.transpose();
    let [x, y, z] = [tensor.x_axis, tensor.y_axis, tensor.z_axis];
    json!({
        "mass": inertial.mass,
        "center": inertial.node_from_inertia.translation.to_array(),
        "inertia": [x.x, y.y, z.z, x.y, x.z, y.z],
    })
}
