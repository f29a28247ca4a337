//! The file header: format check and version.

use crate::ReadError;

/// Length of the header up to Blender 4.5.
const HEADER_BYTES: usize = 12;
/// Length of the header since Blender 5.0, as the header itself states.
pub(super) const LONG_HEADER_BYTES: usize = 17;
/// The newest version whose files were compared with a report by Blender itself.
pub(super) const NEWEST_KNOWN: u16 = 500;
const MAGIC: &[u8] = b"BLENDER";
const OLDEST_KNOWN: u16 = 260;

/// The contents of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Size of a pointer: 4 or 8.
    pub pointer_bytes: usize,
    /// Version number, 265 for Blender 2.65, 405 for Blender 4.5.
    pub version: u16,
    /// Length of the header.
    pub bytes: usize,
    /// Whether the heads of blocks have the longer format of Blender 5.
    pub has_long_blocks: bool,
}

fn damaged(problem: &str) -> ReadError {
    ReadError::new("header", problem, "check that it is a Blender file")
}

impl Header {
    pub(super) fn read(bytes: &[u8]) -> Result<Header, ReadError> {
        if !bytes.starts_with(MAGIC) {
            return Err(damaged("does not begin with BLENDER"));
        }
        let Some(&size) = bytes.get(MAGIC.len()) else {
            return Err(damaged("ends within the header"));
        };
        if size.is_ascii_digit() { Header::read_long(bytes) } else { Header::read_short(bytes) }
    }

    /// Up to Blender 4.5: `BLENDER-v405`.
    fn read_short(bytes: &[u8]) -> Result<Header, ReadError> {
        let Some(&[size, order, v0, v1, v2]) = bytes.get(MAGIC.len()..HEADER_BYTES) else {
            return Err(damaged("ends within the header"));
        };
        let pointer_bytes = match size {
            b'_' => 4,
            b'-' => 8,
            _ => return Err(damaged("has an unknown pointer size")),
        };
        match order {
            b'v' => {}
            b'V' => {
                return Err(ReadError::new(
                    "header",
                    "was written on a big-endian machine",
                    "open it in Blender on a PC and save it again",
                ));
            }
            _ => return Err(damaged("has an unknown byte order")),
        }
        let version = number(&[v0, v1, v2])?;
        if version < OLDEST_KNOWN {
            return Err(ReadError::new(
                "header",
                format!("is of Blender {}; version 2.60 and later can be read", as_written(version)),
                "open it in Blender 2.79 and save it again",
            ));
        }
        Ok(Header { pointer_bytes, version, bytes: HEADER_BYTES, has_long_blocks: false })
    }

    /// Since Blender 5.0: `BLENDER17-01v0500`, which is the length of the header, the size of pointers, the version of
    /// the format of blocks, and the version of Blender.
    fn read_long(bytes: &[u8]) -> Result<Header, ReadError> {
        let Some(&[l0, l1, size, f0, f1, order, v0, v1, v2, v3]) = bytes.get(MAGIC.len()..LONG_HEADER_BYTES)
        else {
            return Err(damaged("ends within the header"));
        };
        let format = number(&[f0, f1])?;
        if usize::from(number(&[l0, l1])?) != LONG_HEADER_BYTES
            || format != 1
            || (size, order) != (b'-', b'v')
        {
            return Err(ReadError::new(
                "header",
                "has a format that is newer than that of Blender 5.0",
                "save it with Blender 5.0, or export it as glTF 2.0 (.glb)",
            ));
        }
        let version = number(&[v0, v1, v2, v3])?;
        Ok(Header { pointer_bytes: 8, version, bytes: LONG_HEADER_BYTES, has_long_blocks: true })
    }
}

fn number(digits: &[u8]) -> Result<u16, ReadError> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return Err(damaged("has a version that is not a number"));
    }
    Ok(digits.iter().fold(0, |number, digit| number * 10 + u16::from(digit - b'0')))
}

/// A version as people write it: 2.49, 2.80, 3.4, 4.5.
pub(super) fn as_written(version: u16) -> String {
    let (major, minor) = (version / 100, version % 100);
    // Since 3.0, the second number counts releases and has no leading zero.
    if major < 3 { format!("{major}.{minor:02}") } else { format!("{major}.{minor}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_all_versions_are_read() {
        let read = |bytes: &[u8]| {
            let Header { pointer_bytes, version, bytes, has_long_blocks } = Header::read(bytes).unwrap();
            (pointer_bytes, version, bytes, has_long_blocks)
        };
        assert_eq!(read(b"BLENDER_v265"), (4, 265, 12, false));
        assert_eq!(read(b"BLENDER-v279"), (8, 279, 12, false));
        assert_eq!(read(b"BLENDER-v405"), (8, 405, 12, false));
        assert_eq!(read(b"BLENDER17-01v0500"), (8, 500, 17, true));
        assert_eq!([249, 280, 304, 405].map(as_written), ["2.49", "2.80", "3.4", "4.5"]);
    }

    #[test]
    fn unsupported_files_are_refused_with_a_remedy() {
        for (header, words) in [
            (&b"BLENDER-V265"[..], "big-endian"),
            (
                b"BLENDER-v249",
                "Blender 2.49; version 2.60 and later can be read; open it in Blender 2.79 and save",
            ),
            (b"BLENDER-v2x9", "not a number"),
            (b"BLENDER17-02v0600", "newer than that of Blender 5.0; save it with Blender 5.0"),
            (b"BLENDER19-01v0500..", "newer than that of Blender 5.0"),
            (b"BLENDER17-01v05", "ends within"),
            (b"BLENDER", "ends within"),
            (b"PNG", "does not begin"),
            (b"", "does not begin"),
        ] {
            let error = Header::read(header).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
