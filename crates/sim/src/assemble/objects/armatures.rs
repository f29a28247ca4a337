//! Armatures that components move: linked armatures of a robot's model, objects mounted on the end effector, and
//! targets of inverse kinematics.

use morse_scene::diagnostic::Code;
use morse_scene::document::{Object, ObjectKind};
use morse_scene::value::{Map, Value};
use morse_world::{NodeId, NodeSpec};

use crate::assemble::Assembly;
use crate::assemble::node_property::node_properties;

/// Property of the part of an arm to which mounted objects are attached.
const END_EFFECTOR: &str = "end_effector";
/// Property of objects that are not moved to the end effector.
const INTERNAL: &str = "internal";

impl<'a> Assembly<'a> {
    /// Links a component to an armature of the robot's own model, if the component requests that. The armature gets
    /// the name of the component. The inner `None` means that the robot has no such part.
    #[allow(clippy::option_option, reason = "the outer one is whether the component is linked to a part")]
    pub(in crate::assemble) fn add_linked(
        &mut self,
        object: &'a Object,
        robot: NodeId,
    ) -> Option<Option<NodeId>> {
        if object.model.is_some() {
            return None;
        }
        let name = object.options.get("armature_name").and_then(Value::as_str)?;
        let world = &mut self.simulation.state.world;
        let Some(node) = world.part(robot, name) else {
            let text = format!("{} has no part {name:?}", world.name(robot));
            self.problem(Code::RunModelPart, object, text);
            return Some(None);
        };
        if let Err(error) = world.rename(node, &object.name) {
            self.problem(Code::RunModelPart, object, error.to_string());
            return Some(None);
        }
        for (name, value) in node_properties(&object.properties) {
            world.set_property(node, &name, value);
        }
        self.nodes.insert(&object.name, node);
        self.add_parts_of(object, node);
        Some(Some(node))
    }

    /// Attaches an object mounted on an arm to the end effector of the arm, and keeps the object's pose.
    pub(in crate::assemble) fn mount_on_end_effector(&mut self, object: &Object) {
        let parent = object.parent.as_deref().and_then(|parent| self.objects.get(parent));
        if parent.is_none_or(|parent| parent.kind != ObjectKind::Actuator) || object.attach_to.is_some() {
            return;
        }
        let Some(&node) = self.nodes.get(object.name.as_str()) else { return };
        let world = &mut self.simulation.state.world;
        let Some(arm) = world.parent(node).filter(|&arm| world.armature(arm).is_some()) else { return };
        let hand = world.children(arm).iter().copied().find(|&part| world.has_tag(part, END_EFFECTOR));
        let Some(hand) = hand.filter(|&hand| hand != node && !world.has_tag(node, INTERNAL)) else { return };
        if let Err(error) = world.attach(node, hand) {
            self.problem(Code::RunModelPart, object, error.to_string());
        }
    }

    /// Adds target nodes for inverse kinematics of an armature, each at the tail of its bone.
    pub(in crate::assemble) fn add_ik_targets(&mut self, object: &Object, node: NodeId) {
        let Some(Value::List(targets)) = object.options.get("ik_targets") else { return };
        for target in targets {
            let Some((bone, name)) = target.as_map().and_then(bone_and_name) else { continue };
            let world = &mut self.simulation.state.world;
            let found = world.armature(node).and_then(|armature| Some((armature, armature.find(bone)?)));
            let Some((armature, index)) = found else {
                let text = format!("its armature has no bone {bone:?} for a target of inverse kinematics");
                self.problem(Code::RunModelPart, object, text);
                continue;
            };
            let spec = NodeSpec::new(name).on(node).at(armature.armature_from_tail(index));
            if let Err(error) = world.add_node(spec) {
                self.problem(Code::RunModelPart, object, error.to_string());
            }
        }
    }
}

fn bone_and_name(target: &Map) -> Option<(&str, &str)> {
    Some((target.get("bone")?.as_str()?, target.get("name")?.as_str()?))
}
