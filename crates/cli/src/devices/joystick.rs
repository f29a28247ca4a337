//! Joysticks on Linux: finds the devices and reads their axes.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use evdev::{AbsInfo, AbsoluteAxisCode, Device, EventSummary, InputEvent, KeyCode};
use morse_sim::engine::devices::DeviceEvent;
use morse_sim::transport::request::Gateway;

use super::send;

/// Codes of the buttons that only joysticks and gamepads have: lower codes, from `BTN_MISC` and `BTN_MOUSE` on, belong to
/// mice, codes from `BTN_DIGI` on to tablets (include/uapi/linux/input-event-codes.h).
const BUTTONS: std::ops::Range<u16> = KeyCode::BTN_TRIGGER.0..KeyCode::BTN_TOOL_PEN.0;

/// Starts reading a joystick for an actuator. Joysticks are numbered in the order of the system's input devices.
pub fn open(actuator: &str, index: u8, gateway: &Gateway) {
    let mut devices: Vec<_> = evdev::enumerate().collect();
    let readable = devices.len();
    devices.retain(|(_, device)| is_joystick(device));
    devices.sort_by_key(|(path, _)| number(path));
    let joysticks = devices.len();
    let Some((path, mut device)) = devices.into_iter().nth(usize::from(index)) else {
        tracing::warn!(
            "no joystick {index} for {actuator}, which stays still: of the {readable} readable input devices in /dev/input, \
             {joysticks} are joysticks"
        );
        return;
    };
    let name = format!("{} ({})", device.name().unwrap_or("unnamed"), path.display());
    let axes = match device.get_absinfo() {
        Ok(axes) => Axes::new(index, axes),
        Err(error) => {
            tracing::warn!("joystick {name} cannot be read for {actuator}, which stays still: {error}");
            return;
        }
    };
    tracing::info!("Joystick {name} is for {actuator}");
    let (actuator, gateway) = (actuator.to_owned(), gateway.clone());
    let name_of_actuator = actuator.clone();
    let started = std::thread::Builder::new().name("joystick".to_owned()).spawn(move || {
        let fetch = || device.fetch_events().map(Iterator::collect);
        if let Some(error) = forward(axes, fetch, |event| send(&gateway, event)) {
            tracing::warn!("joystick {name} is disconnected, {actuator} stays still: {error}");
        }
    });
    if let Err(error) = started {
        tracing::warn!(
            "no thread can be started for the joystick of {name_of_actuator}, which stays still: {error}"
        );
    }
}

fn is_joystick(device: &Device) -> bool {
    let has_axis = |axis| device.supported_absolute_axes().is_some_and(|axes| axes.contains(axis));
    let has_button =
        || device.supported_keys().is_some_and(|keys| keys.iter().any(|key| BUTTONS.contains(&key.0)));
    has_axis(AbsoluteAxisCode::ABS_X) && has_axis(AbsoluteAxisCode::ABS_Y) && has_button()
}

/// The number in a path like `/dev/input/event12`.
fn number(path: &Path) -> Option<u32> {
    path.to_str()?.rsplit("event").next()?.parse().ok()
}

/// Forwards the events of a joystick until the simulation ends or the device fails. If the device fails, centers all axes
/// and returns the error.
fn forward(
    axes: Axes,
    mut fetch: impl FnMut() -> io::Result<Vec<InputEvent>>,
    mut send: impl FnMut(DeviceEvent) -> bool,
) -> Option<io::Error> {
    if !axes.initial().all(&mut send) {
        return None;
    }
    loop {
        match fetch() {
            Ok(events) if events.iter().filter_map(|&event| axes.moved(event)).all(&mut send) => {}
            Ok(_) => return None,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return axes.centered().all(&mut send).then_some(error),
        }
    }
}

/// The axes of a joystick, by their codes: left to right is 0 (`ABS_X`), forward to back is 1 (`ABS_Y`).
struct Axes {
    joystick: u8,
    ranges: BTreeMap<u8, AbsInfo>,
}

impl Axes {
    fn new(joystick: u8, axes: impl Iterator<Item = (AbsoluteAxisCode, AbsInfo)>) -> Self {
        let ranges = axes.filter_map(|(code, range)| Some((u8::try_from(code.0).ok()?, range)));
        Self { joystick, ranges: ranges.collect() }
    }

    fn event(&self, axis: u8, position: f64) -> DeviceEvent {
        DeviceEvent::Axis { joystick: self.joystick, axis, position }
    }

    /// Events of the initial positions.
    fn initial(&self) -> impl Iterator<Item = DeviceEvent> {
        self.ranges.iter().map(|(&axis, range)| self.event(axis, position(range, range.value())))
    }

    /// Events that center all axes.
    fn centered(&self) -> impl Iterator<Item = DeviceEvent> {
        self.ranges.keys().map(|&axis| self.event(axis, 0.0))
    }

    /// The event of an axis movement; `None` for other events.
    fn moved(&self, event: InputEvent) -> Option<DeviceEvent> {
        let EventSummary::AbsoluteAxis(_, code, value) = event.destructure() else { return None };
        let axis = u8::try_from(code.0).ok()?;
        Some(self.event(axis, position(self.ranges.get(&axis)?, value)))
    }
}

/// Converts a device value to an axis position, -1 to 1, like the joystick interface of the kernel (`joydev_correct` in
/// drivers/input/joydev.c): the flat part is the center, and is also ignored at both ends. An axis without a range stays
/// at the center.
fn position(range: &AbsInfo, value: i32) -> f64 {
    let [minimum, maximum, flat, value] =
        [range.minimum(), range.maximum(), range.flat(), value].map(f64::from);
    let reach = (maximum - minimum) / 2.0 - 2.0 * flat;
    let from_middle = value - f64::midpoint(minimum, maximum);
    let beyond_flat = from_middle - from_middle.clamp(-flat.abs(), flat.abs());
    if reach > 0.0 { (beyond_flat / reach).clamp(-1.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use evdev::EventType;

    use super::*;

    fn range(value: i32, minimum: i32, maximum: i32, flat: i32) -> AbsInfo {
        AbsInfo::new(value, minimum, maximum, 0, flat, 0)
    }

    /// Two axes of a gamepad, and one axis without a range.
    fn axes() -> Axes {
        let axes = [
            (AbsoluteAxisCode::ABS_X, range(128, 0, 256, 8)),
            (AbsoluteAxisCode::ABS_Y, range(-16, -32, 32, 0)),
            (AbsoluteAxisCode::ABS_Z, range(5, 0, 0, 0)),
        ];
        Axes::new(2, axes.into_iter())
    }

    fn axis(axis: u8, position: f64) -> DeviceEvent {
        DeviceEvent::Axis { joystick: 2, axis, position }
    }

    fn absolute(code: AbsoluteAxisCode, value: i32) -> InputEvent {
        InputEvent::new(EventType::ABSOLUTE.0, code.0, value)
    }

    #[test]
    fn positions_follow_the_range_of_the_device() {
        let plain = range(0, -32_767, 32_767, 0);
        for (value, expected) in [(-32_767, -1.0), (0, 0.0), (32_767, 1.0), (40_000, 1.0)] {
            assert_eq!(position(&plain, value), expected, "at {value}");
        }
        // From 0 to 256 with 8 flat: the center is 120 to 136, and the ends are reached 8 before them.
        let flat = range(0, 0, 256, 8);
        for (value, expected) in
            [(0, -1.0), (8, -1.0), (64, -0.5), (120, 0.0), (136, 0.0), (192, 0.5), (248, 1.0), (256, 1.0)]
        {
            assert_eq!(position(&flat, value), expected, "at {value}");
        }
    }

    #[test]
    fn invalid_ranges_give_valid_positions() {
        for odd in [
            range(0, 0, 0, 0),
            range(0, 10, -10, 0),
            range(0, -8, 8, 100),
            range(0, i32::MIN, i32::MAX, i32::MIN),
        ] {
            for value in [i32::MIN, -1, 0, 1, i32::MAX] {
                assert!((-1.0..=1.0).contains(&position(&odd, value)), "{odd:?} at {value}");
            }
        }
        assert_eq!(position(&range(0, -8, 8, 100), 8), 0.0);
        assert_eq!(position(&range(5, 0, 0, 0), 5), 0.0);
    }

    #[test]
    fn axes_are_forwarded_without_buttons_and_centered_after_disconnection() {
        let mut reports = vec![
            vec![absolute(AbsoluteAxisCode::ABS_Y, -32), absolute(AbsoluteAxisCode::ABS_RX, 7)],
            vec![
                InputEvent::new(EventType::KEY.0, KeyCode::BTN_TRIGGER.0, 1),
                absolute(AbsoluteAxisCode::ABS_X, 192),
            ],
        ];
        let mut sent = Vec::new();
        let error = forward(
            axes(),
            || reports.pop().ok_or_else(|| io::Error::other("pulled out")),
            |event| {
                sent.push(event);
                true
            },
        );
        assert_eq!(
            sent,
            [
                [axis(0, 0.0), axis(1, -0.5), axis(2, 0.0)].as_slice(), // initial positions
                &[axis(0, 0.5), axis(1, -1.0)],
                &[axis(0, 0.0), axis(1, 0.0), axis(2, 0.0)],
            ]
            .concat()
        );
        assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("pulled out"));
    }

    #[test]
    fn no_event_is_sent_after_the_end() {
        let mut sent = 0;
        let fetch = || Ok(vec![absolute(AbsoluteAxisCode::ABS_X, 0); 3]);
        let error = forward(axes(), fetch, |_| {
            sent += 1;
            sent < 5
        });
        assert_eq!((sent, error.is_none()), (5, true));
    }

    #[test]
    fn devices_are_sorted_by_their_numbers() {
        let mut paths = ["/dev/input/event10", "/dev/input/event9", "/dev/input/event0"].map(Path::new);
        paths.sort_by_key(|path| number(path));
        assert_eq!(paths.map(number), [Some(0), Some(9), Some(10)]);
    }
}
