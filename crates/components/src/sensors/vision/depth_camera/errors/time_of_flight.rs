//! Depth by the time of flight of modulated light.

use std::f64::consts::TAU;

use glam::DVec2;
use morse_sim::prelude::*;
use morse_world::{NodeId, World};

use crate::common::camera::{CameraRenderer, Exposure, Intrinsics, standard_normal};
use crate::sensors::vision::depth_camera::errors::{DepthErrors, Grid, check_number, seed};

/// Speed of light. [m/s]
const LIGHT_M_PER_S: f64 = 299_792_458.0;
/// Maximum number of rays of an image: 4096 by 4096.
const RAYS_MAX: i64 = 1 << 24;

/// Properties of a time-of-flight camera.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(in crate::sensors::vision::depth_camera) struct TimeOfFlight {
    /// Frequency of the modulation of the light. [Hz]
    #[property(name = "modulation_frequency", default = 2e7, min = 1e5, max = 1e10)]
    modulation_hz: f64,
    /// Standard deviation of the distance of a white surface at 1 m that faces the camera, without ambient light. [m]
    #[property(name = "repeatability", default = 0.0017, min = 0, max = 10)]
    repeatability_m: f64,
    /// Ambient light that reaches a pixel, relative to the camera's own light from a white surface at 1 m.
    #[property(name = "ambient", default = 0.0, min = 0, max = 1e9)]
    ambient: f64,
    /// Share of light that surfaces reflect, unless an object or its parents have the property `Reflectivity`.
    #[property(name = "reflectivity", default = 1.0, min = 0, max = 1)]
    reflectivity: f64,
    /// Smallest amplitude that gives a depth, relative to that of a white surface at 1 m.
    #[property(name = "min_amplitude", default = 0.0, min = 0, max = 1e9)]
    min_amplitude: f64,
    /// Rays along each side of a pixel, whose light is added: 2 casts four rays for a pixel.
    #[property(name = "samples", default = 2, min = 1, max = 4)]
    samples: i64,
}

impl DepthErrors for TimeOfFlight {
    fn check(&self, intrinsics: &Intrinsics) -> Result<(), SetupError> {
        check_number("modulation_frequency", self.modulation_hz, [1e5, 1e10], "Hz")?;
        check_number("repeatability", self.repeatability_m, [0.0, 10.0], "m")?;
        check_number("ambient", self.ambient, [0.0, 1e9], "")?;
        check_number("reflectivity", self.reflectivity, [0.0, 1.0], "")?;
        check_number("min_amplitude", self.min_amplitude, [0.0, 1e9], "")?;
        let rays = (intrinsics.width + 2) * (intrinsics.height + 2) * self.samples * self.samples;
        if rays > RAYS_MAX {
            let text = format!(
                "samples is {}, which casts {rays} rays for an image; allowed are {RAYS_MAX}",
                self.samples
            );
            return Err(SetupError::Invalid(text));
        }
        Ok(())
    }

    fn picture(&self, intrinsics: &Intrinsics, grid: [u32; 2]) -> (Intrinsics, [u32; 2], Exposure) {
        let samples = self.samples.clamp(1, 4);
        let (width, height) = (samples * intrinsics.width, samples * intrinsics.height);
        let fine = Intrinsics { width, height, ..*intrinsics };
        (fine, grid.map(|side| side * samples as u32), Exposure::Reflections)
    }

    fn measure(
        &self,
        view: &mut SenseContext<'_>,
        renderer: &mut CameraRenderer,
        intrinsics: &Intrinsics,
        size: [u32; 2],
    ) -> Option<Vec<f32>> {
        let samples = self.samples.clamp(1, 4);
        let (fine, fine_size, exposure) = self.picture(intrinsics, size);
        let (grid, fine_grid) = (Grid::new(intrinsics, size), Grid::new(&fine, fine_size));
        let camera_from_world = view.world_from_sensor().rotation.inverse();
        let picture = renderer.expose(view, &fine, fine_size, exposure)?;
        let per_m = 2.0 * TAU * self.modulation_hz / LIGHT_M_PER_S;
        let samples = samples as usize;
        // Phasor of the received light and its intensity, by pixel.
        let mut received = vec![(DVec2::ZERO, 0.0); grid.columns as usize * grid.rows as usize];
        let mut last = (None, 0.0);
        let surfaces = picture.nodes.iter().zip(&picture.depth).zip(&picture.normals).enumerate();
        for (index, ((&node, &depth), &normal)) in surfaces {
            let Some(node) = node else { continue };
            if last.0 != Some(node) {
                last = (Some(node), reflectivity(view.world, node).unwrap_or(self.reflectivity));
            }
            let ray = fine_grid.ray(index);
            let range = f64::from(depth) * ray.length();
            let normal = camera_from_world * DVec3::from_array(normal.map(f64::from));
            let cosine = -normal.dot(ray) / ray.length();
            let amplitude = last.1 * cosine.max(0.0) / (range * range).max(1e-6);
            let place = |along: usize| along / samples;
            let (column, row) = (index % fine_grid.columns as usize, index / fine_grid.columns as usize);
            let (phasor, intensity) = &mut received[place(row) * grid.columns as usize + place(column)];
            *phasor += amplitude * DVec2::from_angle(per_m * range);
            *intensity += amplitude;
        }
        let seed = seed(view);
        let share = 1.0 / (samples * samples) as f64;
        let depth = |(index, (phasor, intensity)): (usize, &(DVec2, f64))| {
            let amplitude = share * phasor.length();
            if amplitude <= self.min_amplitude.max(1e-12) {
                return f32::INFINITY;
            }
            let phase = libm::atan2(phasor.y, phasor.x).rem_euclid(TAU);
            let deviation = self.repeatability_m * (share * intensity + self.ambient).sqrt() / amplitude;
            let range = phase / per_m + deviation * f64::from(standard_normal(seed, index as u64));
            (range / grid.ray(index).length()) as f32
        };
        Some(received.iter().enumerate().map(depth).collect())
    }
}

/// The property `Reflectivity` of an object or its nearest parent with that property.
fn reflectivity(world: &World, node: NodeId) -> Option<f64> {
    let above = std::iter::successors(Some(node), |&node| world.parent(node));
    let mut values = above.filter_map(|node| world.property(node, "Reflectivity")?.as_f64());
    values.next().map(|value| value.clamp(0.0, 1.0))
}
