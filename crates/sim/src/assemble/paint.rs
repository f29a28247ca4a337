//! Appearance that the scene sets: visibility, color and opacity of objects, and materials in their slots.

use std::collections::BTreeSet;

use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::{MaterialSettings, Object};
use morse_scene::nearest::did_you_mean;
use morse_world::{Material, MaterialId, NodeId, World, WorldError};

use crate::assemble::Assembly;

/// Key of all slots of an object.
const ALL_SLOTS: &str = "*";

impl Assembly<'_> {
    /// Applies the visibility, color and opacity that the scene sets to an object and all nodes of its model, and the
    /// materials to the object alone, or to the parts of a frame without visuals.
    pub(super) fn paint(&mut self, object: &Object, node: NodeId) {
        let world = &mut self.simulation.state.world;
        let visual = &object.visual;
        if visual.visible == Some(false) {
            world.set_visible(node, false, true);
        }
        let rgb = visual.color.map(single_precision);
        let alpha = visual.alpha.map(|alpha| alpha as f32);
        let mut painted = Ok(());
        for part in world.subtree(node) {
            painted = painted.and_then(|()| rgb.map_or(Ok(()), |rgb| world.set_color(part, Some(rgb))));
            painted = painted.and_then(|()| alpha.map_or(Ok(()), |alpha| world.set_alpha(part, alpha)));
        }
        let mut problems = Vec::new();
        for (slot, settings) in &visual.materials {
            let painted_nodes = with_visuals(world, node);
            let set = painted_nodes.iter().map(|&node| set_slot(world, node, slot, settings));
            let set = set.collect::<Result<Vec<bool>, WorldError>>();
            match set.map(|set| set.contains(&true)) {
                Ok(true) => {}
                Ok(false) => problems.push(no_slot(world, node, slot)),
                Err(error) => painted = painted.and(Err(error)),
            }
        }
        for problem in problems {
            let warning = Diagnostic::warning(Code::RunLooks, format!("{}: {problem}", object.name));
            self.warnings.push(warning.at(object.source.as_ref()));
        }
        if let Err(error) = painted {
            self.problem(Code::RunLooks, object, error.to_string());
        }
    }

    /// Warns of materials that the scene changes and no file has.
    pub(super) fn warn_of_unknown_materials(&mut self) {
        let world = &self.simulation.state.world;
        let mut known: BTreeSet<&str> =
            world.materials().map(|(_, material)| material.name.as_str()).collect();
        known.remove("");
        // A material that the scene gives to objects need not be one of a file.
        let given = self.document.objects.iter().flat_map(|object| object.visual.materials.values());
        let given: BTreeSet<&str> = given.filter_map(|settings| settings.name.as_deref()).collect();
        for name in self.document.environment.materials.keys() {
            if !known.contains(name.as_str()) && !given.contains(name.as_str()) {
                let help = did_you_mean(name, known.iter().copied());
                let help = help.map(|help| format!(" ({help})")).unwrap_or_default();
                let text = format!(
                    "no file of the scene has a material {name:?}{help}: its settings change nothing"
                );
                let warning = Diagnostic::warning(Code::RunLooks, text);
                self.warnings.push(warning.at(self.document.environment.source.as_ref()));
            }
        }
    }
}

/// The node itself, or the nodes below one that has no visuals, such as the frame of a robot.
fn with_visuals(world: &World, node: NodeId) -> Vec<NodeId> {
    let is_seen = |node: NodeId| world.visuals(node).is_some_and(|parts| !parts.is_empty());
    if is_seen(node) {
        return vec![node];
    }
    world.subtree(node).into_iter().filter(|&below| is_seen(below)).collect()
}

/// A material with the changes of the scene.
pub(super) fn changed(mut material: Material, settings: &MaterialSettings) -> Material {
    material.rgb = settings.color.map_or(material.rgb, single_precision);
    material.alpha = settings.alpha.map_or(material.alpha, |alpha| alpha as f32);
    material
}

fn single_precision(rgb: [f64; 3]) -> [f32; 3] {
    rgb.map(|part| part as f32)
}

/// Changes the materials in the slots of a node. Returns whether there is such a slot.
fn set_slot(
    world: &mut World,
    node: NodeId,
    slot: &str,
    settings: &MaterialSettings,
) -> Result<bool, WorldError> {
    let parts: Vec<Vec<MaterialId>> =
        world.visuals(node).unwrap_or_default().iter().map(|part| part.materials.to_vec()).collect();
    let named = settings.name.as_deref().and_then(|name| {
        world.materials().find(|(_, material)| material.name == name).map(|(_, material)| material.clone())
    });
    let mut found = settings.name.is_some() && named.is_none() && settings.color.is_some();
    for (part, mut slots) in parts.into_iter().enumerate() {
        if slots.is_empty() {
            // A surface without material gets its first one.
            slots.push(world.add_material(Material::default())?);
        }
        let mut is_changed = false;
        for (number, id) in slots.iter_mut().enumerate() {
            let Some(present) = world.material(*id).cloned() else { continue };
            if slot == ALL_SLOTS || slot == number.to_string() || slot == present.name {
                let base = named.clone().unwrap_or(present);
                *id = world.add_material(changed(base, settings))?;
                is_changed = true;
            }
        }
        if is_changed {
            world.set_materials(node, part, slots.into())?;
        }
        found |= is_changed && (settings.name.is_none() || named.is_some() || settings.color.is_some());
    }
    Ok(found)
}

/// Warning about a slot or a material that does not exist.
fn no_slot(world: &World, node: NodeId, slot: &str) -> String {
    let names: Vec<String> = with_visuals(world, node)
        .into_iter()
        .flat_map(|node| world.visuals(node).unwrap_or_default())
        .flat_map(|part| part.materials.iter())
        .filter_map(|&id| world.material(id))
        .map(|material| format!("{:?}", material.name))
        .collect();
    let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("nothing has the material of the slot {slot:?}: the slots of the object have {known}")
}
