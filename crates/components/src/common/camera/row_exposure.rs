//! Exposure of rows: motion blur and rolling shutter.

use morse_render::PixelDirections;
use morse_sim::prelude::*;
use morse_world::{NodeId, NodeSet, World};

use crate::common::camera::{
    CameraRenderer, Intrinsics, PastPoses, averaged, byte_of_light, light_of_byte, surrounding_parts,
};

/// Largest difference between motions of nodes that are rendered together: of their translations [m] and of their quaternions.
const SAME_MOTION: f64 = 1e-7;

/// Exposure of the rows of an image, and the poses that its next image needs.
#[derive(PropertyGroup, Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RowExposure {
    /// Time from the exposure of the top row to that of the bottom row, which ends at the time of the image: the rolling
    /// shutter. 0 exposes all rows at once. [s]
    #[property(name = "readout_time", default = 0.0, min = 0, max = 10)]
    readout_s: f64,
    /// Instants of the exposure of a row, whose light is averaged: the motion blur. 1 gives the end of the exposure only,
    /// without blur.
    #[property(name = "motion_samples", default = 1, min = 1, max = 64)]
    motion_samples: i64,
    /// Poses at the previous image.
    before: Option<PastPoses>,
}

/// Nodes that moved together since the previous image.
struct Group {
    nodes: NodeSet,
    /// Poses of its first node in the world, now and at the previous image.
    now: Pose,
    before: Pose,
    /// Motion in the world from now to then.
    motion: Pose,
}

impl RowExposure {
    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        if self.readout_s.is_finite() {
            return Ok(());
        }
        Err(SetupError::Invalid(format!("readout_time is {}; allowed are finite numbers", self.readout_s)))
    }

    /// Whether all rows are exposed at a single instant.
    pub(crate) fn is_instant(&self) -> bool {
        self.readout_s <= 0.0 && self.motion_samples <= 1
    }

    /// Remembers the poses for the next image.
    pub(crate) fn remember(&mut self, view: &SenseContext<'_>) {
        self.before = (!self.is_instant()).then(|| PastPoses::now(view));
    }

    /// Exposes an image through a lens, with `samples` rays along each side of a pixel. `None` if rendering fails.
    ///
    /// Each row is rendered at its own instants. Between this image and the previous one, poses are interpolated linearly:
    /// translations, and rotations on the shortest way. A node that moved is rendered from a camera that moved against it,
    /// and composited by distance.
    pub(crate) fn expose(
        &self,
        view: &SenseContext<'_>,
        renderer: &mut CameraRenderer,
        intrinsics: &Intrinsics,
        (directions, samples): (&PixelDirections, u32),
        exposure_s: f64,
    ) -> Option<Vec<[u8; 4]>> {
        let size = intrinsics.size();
        let count = samples as usize;
        let interval_s = |before: &PastPoses| view.now.seconds() - before.time_s;
        let Some((before, interval_s)) = self
            .before
            .as_ref()
            .map(|before| (before, interval_s(before)))
            .filter(|(_, interval)| *interval > 0.0)
        else {
            let picture = renderer.expose_through(view, intrinsics, directions);
            return picture.map(|picture| averaged(&picture.rgba, size, count));
        };
        let groups = groups(view.world, before);
        let surrounding = surrounding_parts(view.world, view.robot, view.world_from_sensor());
        let is_left_out = |node: &NodeId| {
            surrounding.contains(*node) || groups.iter().any(|group| group.nodes.contains(*node))
        };
        let moving: NodeSet = view.world.nodes().filter(is_left_out).collect();
        let row_s = self.readout_s / f64::from(size[1].max(2) - 1);
        let instants = u32::try_from(self.motion_samples.clamp(1, 64)).unwrap_or(1);
        let mut colors = Vec::with_capacity((size[0] * size[1]) as usize);
        let mut layers = Layers::default();
        for row in 0..size[1] {
            let rays = directions.rows(row * samples..(row + 1) * samples);
            let end_s = row_s * f64::from(size[1] - 1 - row);
            let mut light = vec![[0.0_f32; 3]; size[0] as usize];
            for instant in 0..instants {
                let within =
                    if instants == 1 { 0.0 } else { (f64::from(instant) + 0.5) / f64::from(instants) };
                let share = (end_s + exposure_s * within) / interval_s;
                let camera = between(&view.world_from_sensor(), &before.world_from_camera, share);
                layers.begin(renderer.expose_from(view, (intrinsics, camera), &rays, (None, &moving))?);
                for group in &groups {
                    let then = between(&group.now, &group.before, share);
                    let camera = group.now * then.inverse() * camera;
                    let only = (Some(&group.nodes), &surrounding);
                    layers.add(renderer.expose_from(view, (intrinsics, camera), &rays, only)?);
                }
                for (light, pixel) in light.iter_mut().zip(averaged(&layers.rgba, [size[0], 1], count)) {
                    (0..3).for_each(|part| light[part] += light_of_byte(pixel[part]));
                }
            }
            let mean = |light: &[f32; 3]| {
                let [red, green, blue] = light.map(|sum| byte_of_light(sum / instants as f32));
                [red, green, blue, u8::MAX]
            };
            colors.extend(light.iter().map(mean));
        }
        Some(colors)
    }
}

/// The nearest surfaces of several pictures.
#[derive(Default)]
struct Layers {
    rgba: Vec<[u8; 4]>,
    depth: Vec<f32>,
}

impl Layers {
    fn begin(&mut self, picture: &morse_render::Picture) {
        self.rgba.clone_from(&picture.rgba);
        self.depth.clone_from(&picture.depth);
    }

    fn add(&mut self, picture: &morse_render::Picture) {
        let nearest = self.rgba.iter_mut().zip(&mut self.depth);
        for ((rgba, depth), (new_rgba, new_depth)) in nearest.zip(picture.rgba.iter().zip(&picture.depth)) {
            if *new_depth < *depth {
                (*rgba, *depth) = (*new_rgba, *new_depth);
            }
        }
    }
}

/// The pose at a share of the way from now to then; shares above 1 are beyond.
fn between(now: &Pose, then: &Pose, share: f64) -> Pose {
    let translation = now.translation + (then.translation - now.translation) * share;
    Pose { translation, rotation: now.rotation.slerp(then.rotation, share).normalize() }
}

/// The visible nodes that moved since the previous image, by their motion.
fn groups(world: &World, before: &PastPoses) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (&node, then) in before.nodes.iter().filter(|(node, _)| world.contains(**node)) {
        let now = world.world_from(node);
        let motion = *then * now.inverse();
        if is_same(&motion, &Pose::IDENTITY) {
            continue;
        }
        match groups.iter_mut().find(|group| is_same(&group.motion, &motion)) {
            Some(group) => {
                group.nodes.insert(node);
            }
            None => groups.push(Group { nodes: NodeSet::from_iter([node]), now, before: *then, motion }),
        }
    }
    groups
}

fn is_same(a: &Pose, b: &Pose) -> bool {
    let turned = 1.0 - a.rotation.dot(b.rotation).abs();
    (a.translation - b.translation).abs().max_element() < SAME_MOTION && turned < SAME_MOTION * SAME_MOTION
}
