//! Settings that a scene gives to single parts of a model: their poses, scales, properties and appearance.

use glam::{DAffine3, DVec3};
use morse_assets::model::Transform;
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::{Object, VisualSettings};
use morse_scene::value::{Map, Value};
use morse_world::NodeId;

use crate::assemble::Assembly;
use crate::assemble::environment::placed;
use crate::assemble::models::selection::Pieces;
use crate::assemble::node_property::node_properties;
use crate::contract::data::FieldType;

/// Option of an object: the settings of parts of its models, by the names of the parts in their files.
const OPTION: &str = "part_settings";
/// Settings that place a part in its parent.
const PLACES: [&str; 3] = ["location", "rotation", "scale"];

impl Assembly<'_> {
    /// Moves pieces of a model to the poses and scales that the scene sets in the frames of their parents. `rooted`
    /// means that the first piece is the root, which is placed by the object itself.
    pub(super) fn place_parts(&mut self, object: &Object, pieces: &mut Pieces<'_>, rooted: bool) {
        let Some(parts) = parts(object) else { return };
        for (name, settings) in parts.iter().filter_map(|(name, settings)| Some((name, settings.as_map()?))) {
            let wrong =
                |key: &&str| settings.get(key).is_some_and(|value| DVec3::from_value(value).is_none());
            if let Some(key) = PLACES.into_iter().find(wrong) {
                self.problem(
                    Code::RunModelPart,
                    object,
                    format!("the {key} of part {name:?} is not three numbers"),
                );
                return;
            }
        }
        if Self::is_mechanism(pieces) {
            let is_placed = |name: &str| settings_of(parts, name).is_some_and(places);
            let links = pieces.list.iter().map(|piece| piece.node.name.as_str());
            for link in links.filter(|name| is_placed(name)) {
                let text = format!(
                    "{}: location, rotation and scale of {link:?} have no effect, because joints place the links of a robot",
                    object.name
                );
                self.warnings.push(Diagnostic::warning(Code::RunModelPart, text).at(object.source.as_ref()));
            }
            return;
        }
        let stored: Vec<DAffine3> = pieces.list.iter().map(|piece| piece.model_from_piece).collect();
        let mut moved = vec![false; stored.len()];
        for number in usize::from(rooted)..stored.len() {
            let parent = pieces.list[number].parent.or(rooted.then_some(0));
            let settings =
                settings_of(parts, &pieces.list[number].node.name).filter(|settings| places(settings));
            if settings.is_none() && !parent.is_some_and(|parent| moved[parent]) {
                continue;
            }
            moved[number] = true;
            let stored_parent = parent.map_or(DAffine3::IDENTITY, |parent| stored[parent]);
            let in_file = stored_parent.inverse() * stored[number];
            let parent_from_piece =
                settings.map_or(in_file, |settings| placed(settings, &Transform::of(&in_file).0).matrix());
            let model_from_parent =
                parent.map_or(DAffine3::IDENTITY, |parent| pieces.list[parent].model_from_piece);
            pieces.list[number].model_from_piece = model_from_parent * parent_from_piece;
        }
    }

    /// Gives parts of the models of an object the properties and the appearance that the scene sets. Reports parts that
    /// do not exist.
    pub(in crate::assemble) fn set_parts(&mut self, object: &Object, node: NodeId) {
        for (name, settings) in parts(object).into_iter().flat_map(Map::iter) {
            let Some(settings) = settings.as_map() else {
                let text = format!("the settings of part {name:?} are not a dictionary");
                self.problem(Code::RunModelPart, object, text);
                continue;
            };
            let Some(part) = self.simulation.state.world.part(node, name) else {
                let text = self.unknown_part(None, node, name);
                self.problem(Code::RunModelPart, object, text);
                continue;
            };
            for (property, value) in
                settings.get("properties").and_then(Value::as_map).map(node_properties).unwrap_or_default()
            {
                self.simulation.state.world.set_property(part, &property, value);
            }
            let Some(visual) = settings.get("visual") else { continue };
            match serde_json::to_value(visual).and_then(serde_json::from_value::<VisualSettings>) {
                Ok(visual) => {
                    let named = Object { name: format!("{}.{name}", object.name), visual, ..object.clone() };
                    self.paint(&named, part);
                }
                Err(error) => {
                    let text = format!("the appearance of part {name:?}: {error}");
                    self.problem(Code::RunModelPart, object, text);
                }
            }
        }
    }
}

fn parts(object: &Object) -> Option<&Map> {
    object.options.get(OPTION)?.as_map()
}

fn settings_of<'m>(parts: &'m Map, name: &str) -> Option<&'m Map> {
    parts.get(name)?.as_map()
}

/// Whether settings have a pose or a scale.
fn places(settings: &Map) -> bool {
    PLACES.iter().any(|key| settings.get(key).is_some())
}
