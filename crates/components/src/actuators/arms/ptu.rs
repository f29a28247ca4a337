//! PTU: a pan-tilt unit that rotates the components mounted on it.

mod ptu_services;

use morse_sim::prelude::*;
use morse_world::World;

use crate::common::driving::key_state::KeyState;
use crate::common::model_parts::pan_tilt::PanTiltParts;
use crate::common::model_parts::rotating_part::attach_components;

/// Commanded angles of a pan-tilt unit.
#[derive(Data, Clone, Default)]
#[data(kind = PanTilt)]
pub struct PanTilt {
    /// Angle about the vertical axis, positive to the left. [rad]
    pan: f64,
    /// Angle about the sideways axis, positive downwards. [rad]
    tilt: f64,
}

/// Rotates the components that are appended to it to the left and right, and up and down, each axis at `Speed` at
/// most.
///
/// Angles stay within half a turn to each side: from 3 to -3 rad the unit turns through zero. With `Manual`, commands
/// are ignored and keys rotate the unit: Home to the left, End or Insert to the right, PageUp up, PageDown down. Keys
/// are pressed at the terminal of the simulator, or held by a client with the service `hold`.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.ptu.PTU",
    title = "Pan-Tilt Unit",
    data = PanTilt,
    builder(
        name = "PTU",
        model = "actuators/ptu",
        properties(Speed = 1.0, Manual = false, Tolerance = 0.01),
        options(model_parts = ["PanBase", "TiltBase"])
    ),
    services
)]
pub struct Ptu {
    /// Maximum turn rate of each axis. [rad/s]
    #[property(name = "Speed", default = 1.0, min = 0)]
    speed: f64,
    /// The goal counts as reached when both angles are nearer to it than this. [rad]
    #[property(name = "Tolerance", default = 0.3_f64.to_radians(), min = 0)]
    tolerance: f64,
    /// Whether keys control the unit instead of commands.
    #[property(name = "Manual", default = false)]
    manual: bool,
    /// Keys that a client holds.
    held: KeyState,
    parts: Option<PanTiltParts>,
    /// Current pan and tilt, within ±π. [rad]
    angles: [f64; 2],
}

impl Actuator for Ptu {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        let parts = PanTiltParts::below(mount.world, mount.node)?;
        attach_components(mount.world, mount.node, parts.pan, parts.tilt)?;
        self.angles = parts.angles(mount.world);
        parts.register_joints(mount.world, mount.node);
        self.parts = Some(parts);
        Ok(())
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut PanTilt) {
        let step = self.speed / act.rate_hz;
        if self.manual {
            let axis = |plus, minus| self.held.axis(act.devices, plus, minus);
            // Either of two keys turns to the right.
            let pan = axis(Key::Home, Key::End).min(axis(Key::Home, Key::Insert));
            let turn = [pan, axis(Key::PageDown, Key::PageUp)];
            self.turn(act.world, turn.map(|way| if way == 0.0 { 0.0 } else { way * step }));
            return;
        }
        let goal = [data.pan, data.tilt].map(normalise_angle);
        let gaps = [goal[0] - self.angles[0], goal[1] - self.angles[1]];
        if gaps.iter().all(|gap| gap.abs() < self.tolerance) {
            act.complete(Value::Null);
        }
        self.turn(act.world, gaps.map(|gap| gap.clamp(-step, step)));
    }

    fn interrupt(&mut self, call: &mut Call<'_, PanTilt>) {
        let [pan, tilt] = self.angles;
        *call.data = PanTilt { pan, tilt };
    }
}

impl Ptu {
    fn turn(&mut self, world: &mut World, by: [f64; 2]) {
        let Some(parts) = self.parts else { return };
        let before = self.angles;
        for (angle, by) in self.angles.iter_mut().zip(by) {
            *angle = normalise_angle(*angle + by);
        }
        parts.turn(world, [self.angles[0] - before[0], self.angles[1] - before[1]]);
    }
}
