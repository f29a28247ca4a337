//! ThermalCamera: apparent temperatures of the visible surfaces.

use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::common::camera::{
    Camera, CameraSensor, CaptureControl, Exposure, camera_sensor, fill, standard_normal,
};

/// Zero of the Celsius scale. [K]
const ZERO_CELSIUS_K: f64 = 273.15;

/// Image of temperatures and its camera matrix.
#[derive(Data, Clone, Default)]
#[data(kind = ThermalImage)]
pub struct Temperatures {
    /// Apparent temperature at each pixel as little-endian float32, row by row. Empty until the first capture. [°C]
    image: Image,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    intrinsic_matrix: DMat3,
    #[data(layout)]
    layout: Option<Layout>,
}

/// Captures the apparent temperatures of the visible surfaces in the long-wave infrared.
///
/// The temperature `T` of a surface is the property `Temperature` [°C] of its object or of the nearest parent with that
/// property, else `ambient`. Its emissivity `ε` is the property `Emissivity`, likewise, else 1. It emits its own radiation
/// and reflects that of the surroundings (law of Stefan and Boltzmann), in kelvin:
///
/// `T_apparent⁴ = ε · T⁴ + (1 - ε) · ambient⁴`
///
/// Pixels without a surface have the temperature `sky`. Normally distributed noise with the standard deviation `netd` is
/// added to each pixel; its default is that of the uncooled microbolometer FLIR Lepton 3.5 (data sheet: thermal sensitivity
/// below 50 mK). Properties of objects may change while the scene runs. Air, and motion during the exposure, have no effect.
/// The image is that of a VideoCamera with the same properties; surfaces with an opacity up to one half are invisible.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.thermal_camera.ThermalCamera",
    title = "Thermal camera",
    data = Temperatures,
    builder(
        name = "ThermalCamera",
        base = "VideoCamera",
        rate_hz = 20.0,
        properties(
            cam_width = 256,
            cam_height = 256,
            cam_focal = 35.0,
            capturing = true,
            Vertical_Flip = true
        )
    ),
    services
)]
pub struct ThermalCamera {
    #[property(flatten)]
    camera: Camera,
    /// Temperature of the surroundings, and of objects without the property `Temperature`. [°C]
    #[property(name = "ambient", default = 20.0, min = -273.15, max = 10000)]
    ambient_c: f64,
    /// Temperature of pixels without a surface. [°C]
    #[property(name = "sky", default = 20.0, min = -273.15, max = 10000)]
    sky_c: f64,
    /// Standard deviation of the noise: the noise-equivalent temperature difference. [K]
    #[property(name = "netd", default = 0.05, min = 0, max = 1000)]
    netd_k: f64,
    capture_control: CaptureControl,
}

camera_sensor!(ThermalCamera, Temperatures);

impl ThermalCamera {
    /// The apparent temperature of a node. [°C]
    fn apparent(&self, world: &World, node: NodeId) -> f32 {
        let kelvin = |degrees: f64| (degrees + ZERO_CELSIUS_K).max(0.0);
        let temperature = inherited(world, node, "Temperature").map_or(kelvin(self.ambient_c), kelvin);
        let emissivity = inherited(world, node, "Emissivity").unwrap_or(1.0).clamp(0.0, 1.0);
        let radiation =
            emissivity * temperature.powi(4) + (1.0 - emissivity) * kelvin(self.ambient_c).powi(4);
        (radiation.sqrt().sqrt() - ZERO_CELSIUS_K) as f32
    }
}

/// The number in a property of an object or of its nearest parent with that property.
fn inherited(world: &World, node: NodeId, name: &str) -> Option<f64> {
    let mut above = std::iter::successors(Some(node), |&node| world.parent(node));
    above.find_map(|node| world.property(node, name)?.as_f64().filter(|number| number.is_finite()))
}

impl CameraSensor for ThermalCamera {
    type Data = Temperatures;

    fn describe(&mut self, _world: &World, data: &mut Temperatures) {
        data.intrinsic_matrix = self.camera.intrinsics.intrinsic_matrix();
        data.layout = Some(self.camera.layout());
    }

    fn check_properties(&self) -> Result<(), SetupError> {
        self.camera.check()?;
        let numbers = [("ambient", self.ambient_c), ("sky", self.sky_c), ("netd", self.netd_k)];
        match numbers.iter().find(|(_, number)| !number.is_finite()) {
            Some((name, number)) => {
                Err(SetupError::Invalid(format!("{name} is {number}; allowed are finite numbers")))
            }
            None => Ok(()),
        }
    }

    fn announce_picture(&mut self, view: &SenseContext<'_>) {
        self.camera.announce(view, Exposure::Nodes);
    }

    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut Temperatures) -> Option<()> {
        let (intrinsics, top_first) = (self.camera.intrinsics, self.camera.top_first.0);
        data.layout = Some(self.camera.layout());
        let seed = (view.random.uniform() * 2_f64.powi(53)) as u64;
        let picture = self.camera.renderer.expose(view, &intrinsics, intrinsics.size(), Exposure::Nodes)?;
        let nodes = picture.nodes.clone();
        let mut last = (None, self.sky_c as f32);
        let temperature = |(index, &node): (usize, &Option<NodeId>)| {
            if last.0 != node {
                last = (node, node.map_or(self.sky_c as f32, |node| self.apparent(view.world, node)));
            }
            last.1 + self.netd_k as f32 * standard_normal(seed, index as u64)
        };
        let temperatures: Vec<f32> = nodes.iter().enumerate().map(temperature).collect();
        data.intrinsic_matrix = intrinsics.intrinsic_matrix();
        fill(&mut data.image, intrinsics.size(), top_first, &temperatures, f32::to_le_bytes);
        data.image.pixels = PixelKind::Temperature;
        Some(())
    }
}
