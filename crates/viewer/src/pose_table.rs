//! The newest pose of each node, quantized, and the changes that a viewer has not been sent yet.
//!
//! A viewer needs no queue: whenever its connection takes more, it is sent what has changed since the last time. The
//! page reads this format in `viewer/src/poses.ts`.

use morse_world::Pose;

/// Steps of a position per meter.
const STEPS_PER_M: f64 = 10_000.0;
/// Largest number of a part of a rotation, in 15 bits.
const ROTATION_MAX: f64 = 16_383.0;
/// Flag of an entry with a rotation. The flags 1, 2 and 4 are x, y and z.
const ROTATION: u8 = 8;
/// First byte of a message with poses.
pub const POSES: u8 = 1;

/// A pose in its parent: position in tenths of a millimeter, rotation in 48 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Quantized {
    position: [i32; 3],
    rotation: u64,
}

impl Quantized {
    fn of(pose: &Pose) -> Quantized {
        // The cast saturates, 214 km from the parent.
        let position = pose.translation.to_array().map(|meters| (meters * STEPS_PER_M).round() as i32);
        let parts = pose.rotation.to_array();
        // The three smallest parts determine the largest, whose sign is taken as positive.
        let largest = (0..4).max_by(|&a, &b| parts[a].abs().total_cmp(&parts[b].abs())).unwrap_or(3);
        let sign = if parts[largest] < 0.0 { -1.0 } else { 1.0 };
        let mut rotation = largest as u64;
        for (_, part) in parts.iter().enumerate().filter(|&(index, _)| index != largest) {
            let scaled = (part * sign * std::f64::consts::SQRT_2).clamp(-1.0, 1.0) * ROTATION_MAX;
            rotation = rotation << 15 | (scaled.round() + ROTATION_MAX) as u64;
        }
        Quantized { position, rotation }
    }
}

/// The poses of a node, and in which change each part of it came.
#[derive(Debug, Clone, Copy)]
struct Entry {
    pose: Quantized,
    /// Of x, y, z and the rotation.
    changed: [u64; 4],
}

/// The poses of all nodes by number.
#[derive(Debug, Default)]
pub struct PoseTable {
    entries: Vec<Option<Entry>>,
    /// Number of the last change.
    change: u64,
}

/// The circumstances of a message with poses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moment {
    /// Simulated time. [s]
    pub time_s: f64,
    /// Wall time since the server started. [ms]
    pub wall_ms: u32,
    /// Number of the tick.
    pub tick: u32,
}

impl PoseTable {
    /// Number of the last change: a viewer that has all poses asks for later changes with it.
    pub fn change(&self) -> u64 {
        self.change
    }

    /// Takes poses that changed.
    pub fn update(&mut self, poses: &[(u32, Pose)]) {
        self.change += 1;
        for (number, pose) in poses {
            let (index, pose) = (*number as usize, Quantized::of(pose));
            if self.entries.len() <= index {
                self.entries.resize(index + 1, None);
            }
            let entry = self.entries[index].get_or_insert(Entry { pose, changed: [self.change; 4] });
            for axis in 0..3 {
                if entry.pose.position[axis] != pose.position[axis] {
                    entry.changed[axis] = self.change;
                }
            }
            if entry.pose.rotation != pose.rotation {
                entry.changed[3] = self.change;
            }
            entry.pose = pose;
        }
    }

    /// Forgets nodes that were removed.
    pub fn remove(&mut self, numbers: &[u32]) {
        for &number in numbers {
            if let Some(entry) = self.entries.get_mut(number as usize) {
                *entry = None;
            }
        }
    }

    /// The poses changed after the change `since`, as a message: the byte [`POSES`], three bytes of zero, tick and wall time in
    /// milliseconds as u32, simulated time as f64; then for each node its distance from the number of the node before
    /// (varint), flags, the parts of the position that changed (zigzag varints) and the rotation (6 bytes), all
    /// little-endian.
    pub fn message(&self, since: u64, moment: &Moment) -> Vec<u8> {
        let mut message = vec![POSES, 0, 0, 0];
        message.extend(moment.tick.to_le_bytes());
        message.extend(moment.wall_ms.to_le_bytes());
        message.extend(moment.time_s.to_le_bytes());
        let mut next = 0;
        for (number, entry) in self.entries.iter().enumerate() {
            let Some(Entry { pose, changed }) = entry else { continue };
            let flags = (0..4).fold(0, |flags, part| flags | u8::from(changed[part] > since) << part);
            if flags == 0 {
                continue;
            }
            push_varint(&mut message, (number - next) as u32);
            next = number + 1;
            message.push(flags);
            for axis in (0..3).filter(|axis| flags >> axis & 1 == 1) {
                let steps = pose.position[axis];
                push_varint(&mut message, (steps << 1 ^ steps >> 31) as u32);
            }
            if flags & ROTATION != 0 {
                message.extend(&pose.rotation.to_le_bytes()[..6]);
            }
        }
        message
    }
}

fn push_varint(message: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;

    const HEADER: usize = 20;

    fn at(x: f64, yaw: f64) -> Pose {
        Pose { translation: DVec3::new(x, 0.0, 0.0), rotation: DQuat::from_rotation_z(yaw) }
    }

    #[test]
    fn a_viewer_is_sent_each_change_once() {
        let mut table = PoseTable::default();
        table.update(&[(0, at(0.0, 0.0)), (7, at(1.0, 0.0))]);
        let first = table.message(0, &Moment::default());
        // Node 0: gap, flags, three zeros, rotation; node 7: x takes three bytes.
        assert_eq!(first.len(), HEADER + (2 + 3 + 6) + (2 + 3 + 2 + 6));
        let seen = table.change();
        table.update(&[(7, at(1.0, 0.5))]);
        let second = table.message(seen, &Moment::default());
        assert_eq!(second.len(), HEADER + 2 + 6);
        assert_eq!(second[HEADER..HEADER + 2], [7, ROTATION]);
        let seen = table.change();
        table.update(&[(7, at(1.0, 0.5))]);
        assert_eq!(table.message(seen, &Moment::default()).len(), HEADER);
        table.remove(&[7]);
        assert_eq!(table.message(0, &Moment::default()).len(), HEADER + 2 + 3 + 6);
    }

    #[test]
    fn rotations_keep_four_digits_and_opposite_quaternions_are_the_same() {
        let [a, b] = [1.0, -1.0].map(|sign| {
            let rotation = DQuat::from_xyzw(0.5 * sign, -0.5 * sign, 0.1 * sign, 0.7 * sign).normalize();
            Quantized::of(&Pose { translation: DVec3::ZERO, rotation })
        });
        assert_eq!(a, b);
        let part = |shift: u32| ((a.rotation >> shift & 0x7fff) as f64 - ROTATION_MAX) / ROTATION_MAX;
        let expected = DQuat::from_xyzw(0.5, -0.5, 0.1, 0.7).normalize();
        assert_eq!(a.rotation >> 45, 3, "w is the largest");
        assert!((part(30) / 2.0_f64.sqrt() - expected.x).abs() < 1e-4);
        assert!((part(0) / 2.0_f64.sqrt() - expected.z).abs() < 1e-4);
    }

    #[test]
    fn places_far_away_and_numbers_that_are_none_do_no_harm() {
        let far = Pose { translation: DVec3::new(1e12, f64::NAN, -1e12), rotation: DQuat::IDENTITY };
        assert_eq!(Quantized::of(&far).position, [i32::MAX, 0, i32::MIN]);
        let mut table = PoseTable::default();
        table.update(&[(0, far)]);
        assert!(table.message(0, &Moment::default()).len() > HEADER);
    }
}
