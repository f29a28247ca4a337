//! Light: a spot light that can be switched on and off.

mod color;

use morse_sim::prelude::*;
use morse_world::{LightKind, NodeId, NodeSpec};

use crate::actuators::signals::light::color::Color;

/// Command that switches the light.
#[derive(Data, Clone, Default)]
#[data(kind = Switch)]
pub struct Emission {
    /// Whether the light is on. The initial value is the property `emit`.
    emit: bool,
}

/// A spot light along the actuator's X axis. Cameras see its light.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.light.Light",
    data = Emission,
    builder(name = "Light", properties(Emit = true), options(lamp = builder_lamp())),
    services
)]
pub struct Light {
    /// Whether the light is on at the start.
    #[property(default = true)]
    emit: bool,
    /// Distance at which the light is half as bright as at the source. [m]
    #[property(name = "distance", default = 10.0, min = 0.000001)]
    distance_m: f64,
    /// Color as text, `(red,green,blue)`. The components range from 0 to 1, or from 0 to 255 if one of them is more
    /// than 1.
    #[property(name = "color", default = Color::WHITE)]
    color: Color,
    /// Full opening angle of the spot. Values above π count as π. [rad]
    #[property(default = std::f64::consts::FRAC_PI_2, min = 0.01)]
    size: f64,
    /// Brightness. At 1, a nearby white surface at a right angle appears white.
    #[property(default = 1.0, min = 0, max = 1e9)]
    energy: f64,
    lamp: Option<NodeId>,
}

impl Actuator for Light {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        // Lights shine along -Z of their node.
        let rotation = DQuat::from_rotation_arc(DVec3::NEG_Z, DVec3::X);
        let spec = NodeSpec::new(format!("{}.lamp", mount.name)).on(mount.node);
        let spec = NodeSpec { internal: true, ..spec.at(Pose { rotation, ..Pose::IDENTITY }) };
        self.lamp = Some(mount.world.add_node(spec)?);
        Ok(())
    }

    fn start(&mut self, _setup: &Setup<'_>, data: &mut Emission) -> Result<(), SetupError> {
        data.emit = self.emit;
        Ok(())
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Emission) {
        let Some(lamp) = self.lamp else { return };
        let light = morse_world::Light {
            kind: LightKind::Spot { angle: (self.size as f32).min(std::f32::consts::PI) },
            rgb: self.color.rgb(),
            energy: if data.emit { self.energy as f32 } else { 0.0 },
            distance: self.distance_m as f32,
            ..morse_world::Light::default()
        };
        if act.world.light(lamp) != Some(&light)
            && let Err(error) = act.world.set_light(lamp, Some(light))
        {
            act.note_refusal(&error);
        }
    }
}

#[services]
impl Light {
    /// Switches the light on if `emit` is true; any other value, including `false`, toggles it.
    #[service]
    fn toggle(&mut self, call: &mut Call<'_, Emission>, #[default(())] emit: Value) -> bool {
        call.data.emit = emit.is_truthy() || !call.data.emit;
        true
    }
}

/// Default of the option `lamp` of the builder class. The light takes its size and distance from its properties, not from
/// this option.
fn builder_lamp() -> Map {
    Map::from([
        ("kind", Value::from("SPOT")),
        ("axis", Value::from("+X")),
        ("size_rad", Value::from(std::f64::consts::FRAC_PI_2)),
        ("distance_m", Value::from(10.0)),
    ])
}
