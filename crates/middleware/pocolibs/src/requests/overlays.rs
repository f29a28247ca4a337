//! The overlays of MORSE 1.4: components with the services of GenoM modules.

mod table;

use morse_scene::nearest::did_you_mean;
use table::OVERLAYS;

/// Size of the control posters, which show clients that a module runs. [bytes]
pub(super) const CONTROL_POSTER_BYTES: usize = 8;

/// Any number of arguments.
const ANY: (usize, usize) = (0, usize::MAX);

/// An overlay class.
#[derive(Debug)]
pub(super) struct Overlay {
    class: &'static str,
    pub(super) name: &'static str,
    /// Name of its empty control poster.
    pub(super) control_poster: &'static str,
    services: &'static [OverlayService],
    /// Services without effect, because simulated devices need no settings.
    silent: &'static [&'static str],
}

/// A service of an overlay.
#[derive(Debug, Clone, Copy)]
pub(super) struct OverlayService {
    pub(super) name: &'static str,
    /// Minimum and maximum number of arguments.
    pub(super) arguments: (usize, usize),
    pub(super) is_asynchronous: bool,
    pub(super) action: Action,
}

/// Effect of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Nothing,
    /// Opens a gripper.
    Release,
    /// Closes a gripper.
    Grab,
    /// Stores the mode.
    SetMode,
    /// Returns the stored mode.
    GetMode,
    /// Stops the robot, and the following of a poster.
    StopRobot,
    /// Sets the linear and angular speed, the third and fifth argument. [m/s, rad/s]
    SetSpeed,
    /// Follows a poster of speeds.
    FollowSpeed,
    /// Follows a poster of pan and tilt angles.
    FollowAngles,
    /// Stores the parameters of the driver.
    InitDriver,
    /// Returns the stored parameters of the driver.
    DriverParameters,
    /// Moves both axes of a pan-tilt unit.
    MoveBoth,
    /// Moves the pan axis.
    MovePan,
    /// Moves the tilt axis.
    MoveTilt,
    /// Points a pan-tilt unit at a point.
    LookAt,
    /// Holds a pan-tilt unit at its current angles.
    HoldAngles,
    /// Captures one image, and returns its number of points.
    Compute,
    /// Captures a number of images, or 0 for continuous capture.
    Acquire,
}

/// Looks up the overlay of a class path.
pub(super) fn of_class(class: &str) -> Result<&'static Overlay, String> {
    let classes = || OVERLAYS.iter().map(|overlay| overlay.class);
    OVERLAYS.iter().find(|overlay| overlay.class == class).ok_or_else(|| {
        let help = did_you_mean(class, classes()).map(|help| format!("; {help}")).unwrap_or_default();
        format!(
            "{class} is not an overlay of pocolibs; there are {}{help}",
            classes().collect::<Vec<_>>().join(", ")
        )
    })
}

impl Overlay {
    /// All services of the overlay.
    pub(super) fn services(&self) -> impl Iterator<Item = OverlayService> {
        let silent = self.silent.iter().map(|name| OverlayService {
            name,
            arguments: ANY,
            is_asynchronous: false,
            action: Action::Nothing,
        });
        self.services.iter().copied().chain(silent)
    }
}
