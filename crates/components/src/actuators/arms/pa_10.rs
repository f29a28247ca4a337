//! PA10: the Mitsubishi PA-10, an arm of six segments.

use morse_sim::prelude::*;
use morse_world::NodeId;

use crate::common::model_parts::rotating_part::{attach_components, part, rotate};

/// The angle of each segment relative to the one below it.
#[derive(Data, Clone, Default)]
#[data(kind = JointState)]
pub struct Segments {
    /// Angle of the first segment about its Z axis. [rad]
    seg0: f64,
    /// Angle of the second segment about its Y axis. [rad]
    seg1: f64,
    /// Angle of the third segment about its Y axis. [rad]
    seg2: f64,
    /// Angle of the fourth segment about its Z axis. [rad]
    seg3: f64,
    /// Angle of the fifth segment about its Y axis. [rad]
    seg4: f64,
    /// Angle of the sixth segment about its Z axis. [rad]
    seg5: f64,
}

impl Segments {
    fn angles(&self) -> [f64; SEGMENTS] {
        [self.seg0, self.seg1, self.seg2, self.seg3, self.seg4, self.seg5]
    }
}

const SEGMENTS: usize = 6;

/// The rotation axis of each segment.
const AXES: [DVec3; SEGMENTS] = [DVec3::Z, DVec3::Y, DVec3::Y, DVec3::Z, DVec3::Y, DVec3::Z];

/// Moves the six segments of the arm, which form a chain. Each segment rotates at `Speed` until it is nearer to its goal
/// than `Tolerance`. Angles stay within half a turn to each side. The last segment carries the components that are
/// appended to the arm.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.pa_10.PA10",
    title = "Mitsubishi PA-10",
    data = Segments,
    builder(name = "PA10", model = "actuators/pa_10", properties(Speed = 1.0)),
    services
)]
pub struct Pa10 {
    /// Turn rate of each segment. [rad/s]
    #[property(name = "Speed", default = 1.0, min = 0)]
    speed: f64,
    /// Angle from the goal at which a segment stops. [rad]
    #[property(name = "Tolerance", default = 5_f64.to_radians(), min = 0)]
    tolerance: f64,
    /// Parts of the model, from the base to the tip.
    segments: Vec<NodeId>,
    /// Angle of each segment, within ±π. [rad]
    angles: [f64; SEGMENTS],
}

impl Actuator for Pa10 {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        let segment = |nth| part(mount.world, mount.node, &format!("PA10-{nth}"));
        self.segments = (1..=SEGMENTS).map(segment).collect::<Result<_, _>>()?;
        if let [first, .., last] = self.segments[..] {
            attach_components(mount.world, mount.node, first, last)?;
        }
        for ((angle, &segment), axis) in self.angles.iter_mut().zip(&self.segments).zip(AXES) {
            let euler = mount.world.parent_from(segment).euler();
            *angle = if axis == DVec3::Z { euler.yaw } else { euler.pitch };
        }
        Ok(())
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Segments) {
        let step_max = self.speed / act.rate_hz;
        let goals = data.angles().map(normalise_angle);
        for (nth, &segment) in self.segments.iter().enumerate() {
            let error = goals[nth] - self.angles[nth];
            if error.abs() >= self.tolerance {
                let step = error.clamp(-step_max, step_max);
                self.angles[nth] += step;
                rotate(act.world, segment, AXES[nth], step);
            }
        }
    }
}

#[services]
impl Pa10 {
    /// Sets the goal angles of all segments. [rad]
    #[service]
    #[allow(clippy::too_many_arguments, reason = "one for each segment, as clients send them")]
    fn set_rotation_array(
        &mut self,
        call: &mut Call<'_, Segments>,
        #[default(0.0)] seg0: f64,
        #[default(0.0)] seg1: f64,
        #[default(0.0)] seg2: f64,
        #[default(0.0)] seg3: f64,
        #[default(0.0)] seg4: f64,
        #[default(0.0)] seg5: f64,
    ) {
        *call.data = Segments { seg0, seg1, seg2, seg3, seg4, seg5 };
    }
}
