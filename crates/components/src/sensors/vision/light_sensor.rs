//! LightSensor: illuminance and color of the light.

use morse_render::{Style, light_at};
use morse_sim::prelude::*;

use crate::common::camera::{Switch, surrounding_parts};

/// Weights of red, green and blue in the luminance (ITU-R BT.709).
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// Light on the sensor.
#[derive(Data, Clone, Default)]
#[data(kind = Illuminance)]
pub struct LightData {
    /// Illuminance. [lx]
    illuminance: f64,
    /// Red light; 1 is light in which a near white surface is white.
    red: f64,
    /// Green light, likewise.
    green: f64,
    /// Blue light, likewise.
    blue: f64,
}

/// Measures the light of all lamps and the ambient light on a surface at a right angle to its Z axis, on the side of positive z.
///
/// It is the light by which camera images are shaded, with the same falloff and the cosine of the angle to each lamp, and
/// without saturation. Objects in the way block the light of a lamp, unless `shadows` is false. Light that surfaces reflect
/// is part of the ambient light only. With the relative light `R`, `G` and `B`,
///
/// `illuminance = illuminance_of_white · (0.2126 · R + 0.7152 · G + 0.0722 · B)`
///
/// Scenes have no photometric units: set `illuminance_of_white` to the illuminance that the lamps of the scene stand for. A
/// world without lamps has a sun, as in camera images. Parts of the robot that surround the sensor do not block light.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.light_sensor.LightSensor",
    title = "Light sensor",
    data = LightData,
    builder(name = "LightSensor")
)]
pub struct LightSensor {
    /// Illuminance of a light of 1, in which a near white surface is white. [lx]
    #[property(name = "illuminance_of_white", default = 1.0, min = 0, max = 1e9)]
    illuminance_of_white_lx: f64,
    /// Whether objects block the light of lamps.
    #[property(name = "shadows", default = true)]
    shadows: Switch,
}

impl Sensor for LightSensor {
    fn check(&self) -> Result<(), SetupError> {
        if self.illuminance_of_white_lx.is_finite() {
            return Ok(());
        }
        let text =
            format!("illuminance_of_white is {}; allowed are finite numbers", self.illuminance_of_white_lx);
        Err(SetupError::Invalid(text))
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::rays(RayKind::Visual)
    }

    fn on_demand(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut LightData) {
        let pose = view.world_from_sensor();
        let except = surrounding_parts(view.world, view.robot, pose);
        let style = Style { shadows: self.shadows.0, except: Some(&except), ..Style::default() };
        let light = light_at(view.world, pose.translation, pose.rotation * DVec3::Z, &style);
        let light = light.to_array().map(f64::from);
        [data.red, data.green, data.blue] = light;
        let luminance = LUMINANCE.iter().zip(light).map(|(weight, part)| weight * part).sum::<f64>();
        data.illuminance = self.illuminance_of_white_lx * luminance;
    }
}
