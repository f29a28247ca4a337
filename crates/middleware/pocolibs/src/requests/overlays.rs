//! The overlays of MORSE 1.4: components with the services of modules of GenoM.

mod table;

use morse_scene::nearest::did_you_mean;
use table::OVERLAYS;

/// Size of the posters by which clients see that a module runs. [bytes]
pub(super) const CONTROL_POSTER_BYTES: usize = 8;

/// Any number of arguments.
const ANY: (usize, usize) = (0, usize::MAX);

/// An overlay: a class, the name under which clients request its services, and these.
#[derive(Debug)]
pub(super) struct Overlay {
    class: &'static str,
    pub(super) name: &'static str,
    /// Name of an empty poster that it makes.
    pub(super) control_poster: &'static str,
    services: &'static [OverlayService],
    /// Services that do nothing, as simulated devices need no settings.
    silent: &'static [&'static str],
}

/// A service of an overlay.
#[derive(Debug, Clone, Copy)]
pub(super) struct OverlayService {
    pub(super) name: &'static str,
    /// Least and largest number of arguments.
    pub(super) arguments: (usize, usize),
    pub(super) is_asynchronous: bool,
    pub(super) action: Action,
}

/// What a service does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Nothing,
    /// Opens or closes a gripper.
    Release,
    Grab,
    /// Keeps the mode, and gives it.
    SetMode,
    GetMode,
    /// Stops the robot, and what it follows.
    StopRobot,
    /// Sets the speeds that are the third and fifth argument.
    SetSpeed,
    /// Follows a poster of speeds, or of angles.
    FollowSpeed,
    FollowAngles,
    /// Keeps the parameters of the driver, and gives them.
    InitDriver,
    DriverParameters,
    /// Moves a pan-tilt unit.
    MoveBoth,
    MovePan,
    MoveTilt,
    LookAt,
    /// Holds a pan-tilt unit where it is.
    HoldAngles,
    /// Captures images.
    Compute,
    Acquire,
}

/// The overlay of a class path.
pub(super) fn of_class(class: &str) -> Result<&'static Overlay, String> {
    let classes = || OVERLAYS.iter().map(|overlay| overlay.class);
    OVERLAYS.iter().find(|overlay| overlay.class == class).ok_or_else(|| {
        let help = did_you_mean(class, classes()).map(|help| format!("; {help}")).unwrap_or_default();
        format!(
            "{class} is no overlay of pocolibs; there are {}{help}",
            classes().collect::<Vec<_>>().join(", ")
        )
    })
}

impl Overlay {
    /// Its services.
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
