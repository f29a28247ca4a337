//! Lights of scene objects, and changes by the scene to lamps of its environment.

use std::f32::consts::PI;

use glam::DVec3;
use morse_scene::diagnostic::Code;
use morse_scene::document::{Object, Shape};
use morse_scene::value::{Map, Value};
use morse_world::{Light, LightKind, NodeId};

use crate::assemble::Assembly;
use crate::contract::data::FieldType;

impl Assembly<'_> {
    /// Adds the light of a lamp to its node.
    pub(super) fn add_light(&mut self, object: &Object, node: NodeId) {
        let Some(Shape::Spot { lamp_type, energy, distance_m, size_rad, color }) = &object.shape else {
            return;
        };
        let Some(kind) = light_kind(lamp_type, *size_rad) else {
            let text = format!("there is no kind of lamp {lamp_type:?}; known: {}", LAMP_TYPES.join(", "));
            return self.problem(Code::RunLight, object, text);
        };
        let (energy, distance) = (*energy as f32, *distance_m as f32);
        let rgb = color.map(|part| part as f32);
        self.set_light(object, node, Light { kind, rgb, energy, distance, ..Light::default() });
    }

    /// Applies the settings of the scene to a lamp of the environment.
    pub(super) fn change_light(&mut self, object: &Object, node: NodeId) {
        let settings = object.options.get("scene_object").and_then(Value::as_map);
        let Some(settings) = settings.and_then(|settings| settings.get("light")).and_then(Value::as_map)
        else {
            return;
        };
        let Some(light) = self.simulation.state.world.light(node).cloned() else {
            tracing::warn!(
                "{}: it is not a lamp; the light settings of the scene have no effect",
                object.name
            );
            return;
        };
        match changed(light, settings) {
            Ok(light) => self.set_light(object, node, light),
            Err(message) => self.problem(Code::RunLight, object, message),
        }
    }

    fn set_light(&mut self, object: &Object, node: NodeId, light: Light) {
        if let Err(error) = self.simulation.state.world.set_light(node, Some(light)) {
            self.problem(Code::RunLight, object, error.to_string());
        }
    }
}

/// Lamp types, as named by Blender.
const LAMP_TYPES: [&str; 5] = ["POINT", "SUN", "SPOT", "HEMI", "AREA"];

/// The kind of light for a lamp type of Blender. `size_rad` is the full opening angle of a spot. [rad]
fn light_kind(lamp_type: &str, size_rad: f64) -> Option<LightKind> {
    Some(match lamp_type {
        "SUN" => LightKind::Sun,
        "SPOT" => LightKind::Spot { angle: (size_rad as f32).min(PI) },
        "HEMI" => LightKind::Hemisphere,
        // An area light is approximated by a point light.
        "POINT" | "AREA" => LightKind::Point,
        _ => return None,
    })
}

/// A light with some of its settings replaced.
///
/// # Errors
/// Names the invalid setting.
fn changed(mut light: Light, settings: &Map) -> Result<Light, String> {
    let number = |name: &str, value: &Value| {
        value.as_f64().ok_or_else(|| format!("its {name} is of type {}, not a number", value.type_name()))
    };
    let mut size_rad = match light.kind {
        LightKind::Spot { angle } => f64::from(angle),
        LightKind::Point | LightKind::Sun | LightKind::Hemisphere => std::f64::consts::FRAC_PI_4,
    };
    let mut lamp_type = None;
    for (name, value) in settings {
        match name {
            "energy" => light.energy = number(name, value)? as f32,
            "distance_m" => light.distance = number(name, value)? as f32,
            "size_rad" => size_rad = number(name, value)?,
            "color" => {
                let rgb = DVec3::from_value(value).ok_or("its color is not three numbers")?;
                light.rgb = rgb.to_array().map(|part| part as f32);
            }
            "lamp_type" => lamp_type = Some(value.as_str().unwrap_or_default()),
            other => return Err(format!("a light has no setting {other:?}")),
        }
    }
    light.kind = match (lamp_type, light.kind) {
        (Some(name), _) => light_kind(name, size_rad)
            .ok_or_else(|| format!("there is no kind of lamp {name:?}; known: {}", LAMP_TYPES.join(", ")))?,
        (None, LightKind::Spot { .. }) => LightKind::Spot { angle: (size_rad as f32).min(PI) },
        (None, kind) => kind,
    };
    Ok(light)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_replace_only_the_named_properties_of_a_light() {
        let spot = Light { kind: LightKind::Spot { angle: 0.5 }, ..Light::default() };
        let settings = Map::from([("energy", Value::from(3)), ("size_rad", Value::from(4.0))]);
        let new = changed(spot.clone(), &settings).unwrap();
        assert_eq!(new, Light { kind: LightKind::Spot { angle: PI }, energy: 3.0, ..spot.clone() });
        let settings =
            Map::from([("lamp_type", Value::from("SUN")), ("color", Value::from([1.0, 0.0, 0.0]))]);
        let new = changed(spot.clone(), &settings).unwrap();
        assert_eq!(new, Light { kind: LightKind::Sun, rgb: [1.0, 0.0, 0.0], ..spot.clone() });
        for (name, value, wrong) in [
            ("energy", Value::from("much"), "energy is of type str"),
            ("lamp_type", Value::from("TORCH"), "TORCH"),
            ("color", Value::from(1), "three numbers"),
            ("glow", Value::from(1), "no setting \"glow\""),
        ] {
            let error = changed(spot.clone(), &Map::from([(name, value)])).unwrap_err();
            assert!(error.contains(wrong), "{error}");
        }
    }
}
