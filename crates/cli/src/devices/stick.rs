//! Joysticks of Linux: the files /dev/input/js0 to js7, and the records in them.
//!
//! The format is that of the kernel's joystick interface (Documentation/input/joydev/joystick-api.rst). It needs neither a
//! library of the system nor a service of it, which all libraries for gamepads do.

use std::fs::File;
use std::io::Read;

use morse_sim::devices::DeviceEvent;
use morse_sim::request::Gateway;

use super::send;

/// A record: time [ms] in four bytes, value in two, kind and number in one each; least significant byte first.
const RECORD_LENGTH: usize = 8;
/// Kind of a record that tells of an axis.
const AXIS: u8 = 0x02;
/// Added to the kind in the records that tell how things stand at first.
const AT_FIRST: u8 = 0x80;
/// Value of an axis that is pushed all the way.
const ALL_THE_WAY: f64 = 32_767.0;

/// Begins to read a joystick for an actuator.
pub fn open(actuator: &str, index: u8, gateway: &Gateway) {
    let path = format!("/dev/input/js{index}");
    match File::open(&path) {
        Ok(file) => {
            tracing::info!("Joystick {path} is for {actuator}");
            let gateway = gateway.clone();
            std::thread::spawn(move || pass_on(index, file, |event| send(&gateway, event)));
        }
        Err(error) => tracing::warn!("no joystick for {actuator}, which stays still: {path}: {error}"),
    }
}

/// Tells what happens to a joystick, until it is gone or nobody listens.
fn pass_on(index: u8, mut records: impl Read, mut tell: impl FnMut(DeviceEvent) -> bool) {
    let mut record = [0; RECORD_LENGTH];
    while records.read_exact(&mut record).is_ok() {
        if event(index, record).is_some_and(|event| !tell(event)) {
            return;
        }
    }
}

fn event(joystick: u8, record: [u8; RECORD_LENGTH]) -> Option<DeviceEvent> {
    let [_, _, _, _, low, high, kind, axis] = record;
    let position = f64::from(i16::from_le_bytes([low, high])) / ALL_THE_WAY;
    (kind & !AT_FIRST == AXIS).then_some(DeviceEvent::Axis { joystick, axis, position })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_read_and_buttons_are_not() {
        let records: &[u8] = &[
            1, 0, 0, 0, 0xff, 0x7f, 0x82, 0, // axis 0 all the way, at first
            2, 0, 0, 0, 1, 0, 0x01, 3, // button 3
            3, 0, 0, 0, 0x01, 0x80, 0x02, 1, // axis 1 all the way back
            4, 0, 0, // and it was pulled out
        ];
        let mut told = Vec::new();
        pass_on(2, records, |event| {
            told.push(event);
            true
        });
        let axis = |axis, position| DeviceEvent::Axis { joystick: 2, axis, position };
        assert_eq!(told, [axis(0, 1.0), axis(1, -1.0)]);
    }

    #[test]
    fn nobody_is_told_after_the_end() {
        let mut told = 0;
        pass_on(0, &[0, 0, 0, 0, 0, 0, 2, 0].repeat(3)[..], |_| {
            told += 1;
            false
        });
        assert_eq!(told, 1);
    }
}
