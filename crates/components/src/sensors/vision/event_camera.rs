//! EventCamera: changes of brightness at single pixels.

use morse_sim::prelude::*;
use morse_world::World;

use crate::common::camera::{Camera, CameraSensor, CaptureControl, Exposure, camera_sensor, light_of_byte};

/// Weights of red, green and blue in the luminance (ITU-R BT.709).
const LUMINANCE: [f32; 3] = [0.2126, 0.7152, 0.0722];
/// Light that is added before the logarithm is taken: that of the darkest color but black.
const DARK: f32 = 3e-4;

/// Events since the previous reading, in the order of their times.
#[derive(Data, Clone, Default)]
#[data(kind = Events)]
pub struct EventData {
    /// Column of each event, from the left. [px]
    columns: Vec<f64>,
    /// Row of each event, from the top. [px]
    rows: Vec<f64>,
    /// Time of each event minus the time of the reading: at least minus the time since the previous image, and at most 0. [s]
    times: Vec<f64>,
    /// 1 for brighter, -1 for darker.
    polarities: Vec<f64>,
    /// Width of the image. [px]
    width: i64,
    /// Height of the image. [px]
    height: i64,
}

/// State of a pixel.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Pixel {
    /// Logarithm of the light at the last event.
    level: f32,
    /// Logarithm of the light at the previous image.
    light: f32,
    /// Time of the last event. [s]
    event_s: f64,
}

/// An event of a reading.
struct Event {
    time_s: f64,
    pixel: u32,
    is_brighter: bool,
}

/// Reports changes of brightness at single pixels, as a dynamic vision sensor does.
///
/// At each activation an image is rendered. The logarithm `l = ln(Y + 0.0003)` of the light `Y` of a pixel, from 0 to 1, is
/// taken to change linearly in time between two images. An event arises whenever `l` differs from its value at the last event
/// by `contrast_on` upwards or `contrast_off` downwards (Rebecq, Gehrig and Scaramuzza, "ESIM: an open event camera
/// simulator", 2018). After an event, further events of the pixel are suppressed for `refractory_time`. Set the frequency of
/// the sensor so that no edge moves by more than a pixel between two images.
///
/// Light has 255 levels; in the darkest parts, one level is more than the contrast. There is no noise. The
/// first image has no events. The camera captures images without readers, too, as each reading depends on the previous image.
/// Rows are counted from the top; `Vertical_Flip` has no effect. The image is that of a VideoCamera with the same properties.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.event_camera.EventCamera",
    title = "Event camera",
    data = EventData,
    builder(
        name = "EventCamera",
        base = "VideoCamera",
        rate_hz = 60.0,
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
pub struct EventCamera {
    #[property(flatten)]
    camera: Camera,
    /// Change of the logarithm of the light that gives an event of brighter light.
    #[property(name = "contrast_on", default = 0.2, min = 0.01, max = 10)]
    contrast_on: f64,
    /// Change of the logarithm of the light that gives an event of darker light.
    #[property(name = "contrast_off", default = 0.2, min = 0.01, max = 10)]
    contrast_off: f64,
    /// Time after an event without further events of the pixel. [s]
    #[property(name = "refractory_time", default = 0.0, min = 0, max = 10)]
    refractory_s: f64,
    capture_control: CaptureControl,
    pixels: Vec<Pixel>,
    /// Time of the previous image. [s]
    image_s: f64,
}

camera_sensor!(EventCamera, EventData);

impl EventCamera {
    /// The events of a pixel, whose light changes to a logarithm at a time.
    fn change(&mut self, index: usize, light: f32, now_s: f64, events: &mut Vec<Event>) {
        let Some(pixel) = self.pixels.get_mut(index) else { return };
        let (start, change) = (pixel.light, f64::from(light - pixel.light));
        loop {
            let is_brighter = light > pixel.level;
            let contrast = if is_brighter { self.contrast_on } else { -self.contrast_off } as f32;
            let next = pixel.level + contrast;
            let is_reached = if is_brighter { light >= next } else { light <= next };
            if !is_reached {
                break;
            }
            pixel.level = next;
            // A level that was passed before, such as after a change of the contrast, is reached at once.
            let share = (f64::from(next - start) / change).clamp(0.0, 1.0);
            let time_s = self.image_s + share * (now_s - self.image_s);
            if time_s - pixel.event_s >= self.refractory_s {
                pixel.event_s = time_s;
                events.push(Event { time_s, pixel: index as u32, is_brighter });
            }
        }
        pixel.light = light;
    }
}

impl CameraSensor for EventCamera {
    type Data = EventData;

    fn describe(&mut self, _world: &World, data: &mut EventData) {
        let [width, height] = self.camera.intrinsics.size();
        (data.width, data.height) = (width.into(), height.into());
    }

    fn check_properties(&self) -> Result<(), SetupError> {
        self.camera.check()?;
        let numbers = [
            ("contrast_on", self.contrast_on),
            ("contrast_off", self.contrast_off),
            ("refractory_time", self.refractory_s),
        ];
        match numbers.iter().find(|(_, number)| !number.is_finite()) {
            Some((name, number)) => {
                Err(SetupError::Invalid(format!("{name} is {number}; allowed are finite numbers")))
            }
            None => Ok(()),
        }
    }

    fn is_independent(&self) -> bool {
        false
    }

    fn announce_picture(&mut self, view: &SenseContext<'_>) {
        self.camera.announce(view, Exposure::Colors);
    }

    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut EventData) -> Option<()> {
        let now_s = view.now.seconds();
        let [width, height] = self.camera.intrinsics.size();
        let picture = self.camera.expose(view, Exposure::Colors)?;
        let light = |rgba: &[u8; 4]| {
            let parts = LUMINANCE.iter().zip(rgba).map(|(weight, &byte)| weight * light_of_byte(byte));
            libm::logf(parts.sum::<f32>() + DARK)
        };
        let lights: Vec<f32> = picture.rgba.iter().map(light).collect();
        if self.pixels.len() != lights.len() {
            let pixel = |&light: &f32| Pixel { level: light, light, event_s: f64::NEG_INFINITY };
            self.pixels = lights.iter().map(pixel).collect();
            self.image_s = now_s;
            return None;
        }
        let mut events = Vec::new();
        for (index, light) in lights.into_iter().enumerate() {
            self.change(index, light, now_s, &mut events);
        }
        self.image_s = now_s;
        // Events of a pixel are in the order of their times already.
        events.sort_by(|a, b| a.time_s.total_cmp(&b.time_s).then(a.pixel.cmp(&b.pixel)));
        (data.width, data.height) = (width.into(), height.into());
        data.columns = events.iter().map(|event| f64::from(event.pixel % width)).collect();
        data.rows = events.iter().map(|event| f64::from(event.pixel / width)).collect();
        data.times = events.iter().map(|event| event.time_s - now_s).collect();
        data.polarities = events.iter().map(|event| if event.is_brighter { 1.0 } else { -1.0 }).collect();
        Some(())
    }
}
