//! Conversion of serialized messages between the format of ROS 1 and CDR.
//!
//! ROS 1 writes packed numbers in little endian. CDR aligns each number to its size.

use super::definition::Part;
use crate::cdr::Payload;

/// A cursor over serialized bytes.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| format!("it ends after {} bytes, within a field", self.bytes.len()))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn align(&mut self, size: usize) -> Result<(), String> {
        self.take(self.at.next_multiple_of(size) - self.at).map(drop)
    }
}

fn pad(out: &mut Vec<u8>, size: usize) {
    out.resize(out.len().next_multiple_of(size), 0);
}

fn count_of(word: [u8; 4], little_endian: bool) -> usize {
    (if little_endian { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) }) as usize
}

fn word(bytes: &[u8]) -> Result<[u8; 4], String> {
    bytes.try_into().map_err(|_| "a count has four bytes".to_owned())
}

/// Converts a ROS 1 message to CDR.
///
/// # Errors
/// When the bytes are not a message with this layout.
pub(super) fn to_ros2(layout: &Part, content: &[u8]) -> Result<Vec<u8>, String> {
    let mut from = Bytes { bytes: content, at: 0 };
    let mut out = Vec::with_capacity(content.len() + 64);
    write_ros2(layout, &mut from, &mut out)?;
    match content.len() - from.at {
        0 => Ok(out),
        rest => Err(format!("{rest} bytes follow the last field")),
    }
}

fn write_ros2(part: &Part, from: &mut Bytes<'_>, out: &mut Vec<u8>) -> Result<(), String> {
    match part {
        Part::Number(size) => {
            pad(out, *size);
            out.extend_from_slice(from.take(*size)?);
        }
        Part::Text => {
            let length = count_of(word(from.take(4)?)?, true);
            let text = from.take(length)?;
            let with_end = u32::try_from(length + 1).map_err(|_| "a text is too long".to_owned())?;
            pad(out, 4);
            out.extend_from_slice(&with_end.to_le_bytes());
            out.extend_from_slice(text);
            out.push(0);
        }
        Part::Parts(parts) => parts.iter().try_for_each(|part| write_ros2(part, from, out))?,
        Part::Array(count, item) => {
            let count = match count {
                Some(count) => *count,
                None => {
                    let length = from.take(4)?;
                    pad(out, 4);
                    out.extend_from_slice(length);
                    count_of(word(length)?, true)
                }
            };
            if let (Part::Number(size), 1..) = (&**item, count) {
                let length = count.checked_mul(*size).ok_or("an array is too long")?;
                pad(out, *size);
                out.extend_from_slice(from.take(length)?);
            } else {
                for _ in 0..count {
                    let before = from.at;
                    write_ros2(item, from, out)?;
                    if from.at == before {
                        return Err("the items of an array are empty".to_owned());
                    }
                }
            }
        }
        Part::OnlyRos1(size) => drop(from.take(*size)?),
        Part::OnlyRos2(size) => {
            pad(out, *size);
            out.resize(out.len() + size, 0);
        }
    }
    Ok(())
}

/// Converts a message in CDR to the format of ROS 1.
///
/// # Errors
/// When the bytes are not a message with this layout.
pub(super) fn to_ros1(layout: &Part, payload: &Payload) -> Result<Vec<u8>, String> {
    let mut from = Bytes { bytes: &payload.bytes, at: 0 };
    let mut out = Vec::with_capacity(payload.bytes.len() + 4);
    // Bytes after the last field are padding.
    write_ros1(layout, &mut from, payload.little_endian, &mut out)?;
    Ok(out)
}

fn write_ros1(
    part: &Part,
    from: &mut Bytes<'_>,
    little_endian: bool,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    match part {
        Part::Number(size) => {
            from.align(*size)?;
            put_numbers(from.take(*size)?, *size, little_endian, out);
        }
        Part::Text => {
            from.align(4)?;
            let length = count_of(word(from.take(4)?)?, little_endian);
            let text = from.take(length)?;
            let text = text.strip_suffix(&[0]).unwrap_or(text);
            out.extend_from_slice(&(text.len() as u32).to_le_bytes());
            out.extend_from_slice(text);
        }
        Part::Parts(parts) => parts.iter().try_for_each(|part| write_ros1(part, from, little_endian, out))?,
        Part::Array(count, item) => {
            let count = match count {
                Some(count) => *count,
                None => {
                    from.align(4)?;
                    let count = count_of(word(from.take(4)?)?, little_endian);
                    out.extend_from_slice(&(count as u32).to_le_bytes());
                    count
                }
            };
            if let (Part::Number(size), 1..) = (&**item, count) {
                let length = count.checked_mul(*size).ok_or("an array is too long")?;
                from.align(*size)?;
                put_numbers(from.take(length)?, *size, little_endian, out);
            } else {
                for _ in 0..count {
                    let before = from.at;
                    write_ros1(item, from, little_endian, out)?;
                    if from.at == before {
                        return Err("the items of an array are empty".to_owned());
                    }
                }
            }
        }
        Part::OnlyRos1(size) => out.resize(out.len() + size, 0),
        Part::OnlyRos2(size) => {
            from.align(*size)?;
            from.take(*size)?;
        }
    }
    Ok(())
}

/// Appends numbers of this size in little endian.
fn put_numbers(bytes: &[u8], size: usize, little_endian: bool, out: &mut Vec<u8>) {
    if little_endian || size == 1 {
        out.extend_from_slice(bytes);
    } else {
        bytes.chunks_exact(size).for_each(|number| out.extend(number.iter().rev()));
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes as Shared;
    use morse_ros::messages::sensor_msgs::LaserScan;
    use morse_ros::{Header1, Header2, Message, Time1, Time2, ros1_wire};

    use super::*;
    use crate::cdr;
    use crate::topics::user_topics::definition::layout;

    fn scans() -> (LaserScan<Header1>, LaserScan<Header2>) {
        let header1 = Header1 { seq: 0, stamp: Time1 { secs: 3, nsecs: 4 }, frame_id: "laser".to_owned() };
        let header2 = Header2 { stamp: Time2 { sec: 3, nanosec: 4 }, frame_id: "laser".to_owned() };
        let (range_max, ranges) = (30.0, vec![1.0, 2.5, f32::INFINITY]);
        (
            LaserScan { header: header1, range_max, ranges: ranges.clone(), ..LaserScan::default() },
            LaserScan { header: header2, range_max, ranges, ..LaserScan::default() },
        )
    }

    fn wire_of(scan: &LaserScan<Header1>) -> Vec<u8> {
        let mut wire = Vec::new();
        ros1_wire::encode(scan, &mut wire).unwrap();
        wire
    }

    fn scan_layout() -> Part {
        layout("sensor_msgs/LaserScan", LaserScan::<Header1>::ROS1_DEFINITION).unwrap()
    }

    #[test]
    fn scan_is_converted_to_ros_2_and_back() {
        let (one, two) = scans();
        let wire = wire_of(&one);
        let cdr = to_ros2(&scan_layout(), &wire).unwrap();
        assert_eq!(cdr, &*cdr::encode(&two, 0).unwrap().bytes);
        assert_eq!(to_ros1(&scan_layout(), &Payload::new(cdr)).unwrap(), wire);
    }

    #[test]
    fn big_endian_numbers_are_converted() {
        let layout = layout("std_msgs/Own", "uint8 a\nuint16[] b\nint64 c\n").unwrap();
        let bytes = [7, 0, 0, 0, 0, 0, 0, 2, 1, 2, 3, 4, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
        let payload = Payload { bytes: Shared::copy_from_slice(&bytes), little_endian: false };
        let expected = [7, 2, 0, 0, 0, 2, 1, 4, 3, 8, 7, 6, 5, 4, 3, 2, 1];
        assert_eq!(to_ros1(&layout, &payload).unwrap(), expected);
    }

    #[test]
    fn malformed_messages_are_errors() {
        let (one, two) = scans();
        let wire = wire_of(&one);
        for end in 0..wire.len() {
            assert!(to_ros2(&scan_layout(), &wire[..end]).is_err(), "{end} bytes");
        }
        assert!(to_ros2(&scan_layout(), &[&wire[..], &[0]].concat()).is_err());
        let cdr = cdr::encode(&two, 0).unwrap();
        for end in 0..cdr.bytes.len() {
            let payload = Payload { bytes: cdr.bytes.slice(..end), little_endian: true };
            assert!(to_ros1(&scan_layout(), &payload).is_err(), "{end} bytes");
        }
        let huge = layout("std_msgs/Own", "float64[] data\n").unwrap();
        assert!(to_ros2(&huge, &[0xff; 12]).is_err());
        assert!(to_ros1(&huge, &Payload::new(vec![0xff; 12])).is_err());
    }
}
