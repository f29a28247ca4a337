//! Times and durations as RTPS encodes them: seconds and 2^-32 seconds (DDSI-RTPS 2.5, 9.3.2).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::wire::{Cursor, Malformed, Put};

/// A time since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timestamp {
    pub seconds: u32,
    pub fraction: u32,
}

impl Timestamp {
    pub fn now() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { seconds: now.as_secs() as u32, fraction: fraction(now) }
    }

    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self, Malformed> {
        Ok(Self { seconds: cursor.u32()?, fraction: cursor.u32()? })
    }

    pub fn put(self, bytes: &mut Vec<u8>) {
        bytes.put_u32(self.seconds);
        bytes.put_u32(self.fraction);
    }
}

fn fraction(duration: Duration) -> u32 {
    ((u64::from(duration.subsec_nanos()) << 32) / 1_000_000_000) as u32
}

/// Reads a duration; `None` if it is infinite.
pub fn read_duration(cursor: &mut Cursor<'_>) -> Result<Option<Duration>, Malformed> {
    let (seconds, fraction) = (cursor.i32()?, cursor.u32()?);
    if seconds == i32::MAX {
        return Ok(None);
    }
    let nanoseconds = (u64::from(fraction) * 1_000_000_000) >> 32;
    Ok(Some(Duration::new(seconds.max(0).cast_unsigned().into(), nanoseconds as u32)))
}

/// Appends a duration; `None` is infinite.
pub fn put_duration(bytes: &mut Vec<u8>, duration: Option<Duration>) {
    match duration {
        Some(duration) => {
            bytes.put_i32(i32::try_from(duration.as_secs()).unwrap_or(i32::MAX - 1));
            bytes.put_u32(fraction(duration));
        }
        None => {
            bytes.put_i32(i32::MAX);
            bytes.put_u32(u32::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_seconds_and_fractions() {
        for duration in [None, Some(Duration::from_millis(2500)), Some(Duration::ZERO)] {
            let mut bytes = Vec::new();
            put_duration(&mut bytes, duration);
            assert_eq!(read_duration(&mut Cursor::new(&bytes, true)), Ok(duration));
        }
        let mut bytes = Vec::new();
        put_duration(&mut bytes, Some(Duration::from_millis(2500)));
        assert_eq!(bytes, [2, 0, 0, 0, 0, 0, 0, 0x80]);
    }
}
