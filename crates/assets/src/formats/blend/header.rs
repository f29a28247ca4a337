//! The file header: format check, compression and version.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::GzDecoder;

use crate::ReadError;
use crate::limits::FILE_BYTES_MAX;

/// Length of the header.
pub(super) const HEADER_BYTES: usize = 12;
const MAGIC: &[u8] = b"BLENDER";
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const EXPORT: &str = "open the file in Blender and export it as glTF 2.0 (.glb)";

/// The contents of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Size of a pointer: 4 or 8.
    pub pointer_bytes: usize,
    /// Version number, 265 for Blender 2.65.
    pub version: u16,
}

/// The bytes of the file, unpacked if they are compressed.
pub(super) fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadError> {
    if bytes.starts_with(&ZSTD) {
        return Err(newer("is compressed with Zstandard, as Blender 3.0 and later do"));
    }
    if !bytes.starts_with(&GZIP) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut plain = Vec::new();
    let taken = GzDecoder::new(bytes).take(FILE_BYTES_MAX + 1).read_to_end(&mut plain);
    taken.map_err(|error| {
        ReadError::new(
            format!("compressed data, after {} bytes unpacked", plain.len()),
            error.to_string(),
            "the file is damaged or cut short: copy it again",
        )
    })?;
    if plain.len() as u64 > FILE_BYTES_MAX {
        return Err(ReadError::new(
            "compressed data",
            format!("unpacks to more than {} MiB, which is the limit", FILE_BYTES_MAX >> 20),
            "split the file or simplify its meshes",
        ));
    }
    Ok(Cow::Owned(plain))
}

impl Header {
    pub(super) fn read(bytes: &[u8]) -> Result<Header, ReadError> {
        let damaged = |problem: &str| ReadError::new("header", problem, "check that it is a Blender file");
        if !bytes.starts_with(MAGIC) {
            return Err(damaged("does not begin with BLENDER"));
        }
        let Some(&[size, order, v0, v1, v2]) = bytes.get(MAGIC.len()..HEADER_BYTES) else {
            return Err(damaged("ends within the header"));
        };
        let pointer_bytes = match size {
            b'_' => 4,
            b'-' => 8,
            // Blender 5 writes the length of its header here.
            b'0'..=b'9' => return Err(newer("is of Blender 5.0 or later")),
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
        let digits = [v0, v1, v2];
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(damaged("has a version that is not a number"));
        }
        let version = digits.iter().fold(0, |version, digit| version * 10 + u16::from(digit - b'0'));
        match version {
            280.. => Err(newer(&format!("is of Blender {}", as_written(version)))),
            260.. => Ok(Header { pointer_bytes, version }),
            _ => Err(ReadError::new(
                "header",
                format!("is of Blender {}; versions 2.60 to 2.79 can be read", as_written(version)),
                "open it in Blender 2.79 and save it again",
            )),
        }
    }
}

/// A version as people write it: 2.49, 2.80, 3.4, 4.5.
fn as_written(version: u16) -> String {
    let (major, minor) = (version / 100, version % 100);
    // Since 3.0, the second number counts releases and has no leading zero.
    if major < 3 { format!("{major}.{minor:02}") } else { format!("{major}.{minor}") }
}

fn newer(problem: &str) -> ReadError {
    ReadError::new("header", format!("{problem}; versions 2.60 to 2.79 can be read"), EXPORT)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn both_pointer_sizes_are_known() {
        assert_eq!(Header::read(b"BLENDER_v265").unwrap(), Header { pointer_bytes: 4, version: 265 });
        assert_eq!(Header::read(b"BLENDER-v279").unwrap(), Header { pointer_bytes: 8, version: 279 });
    }

    #[test]
    fn unsupported_files_are_refused_with_a_remedy() {
        for (header, words) in [
            (&b"BLENDER-v280"[..], "export it as glTF"),
            (b"BLENDER-v280", "Blender 2.80;"),
            (b"BLENDER-v304", "Blender 3.4;"),
            (b"BLENDER-v405", "Blender 4.5;"),
            (b"BLENDER17-01v0500", "Blender 5.0 or later"),
            (b"BLENDER-V265", "big-endian"),
            (
                b"BLENDER-v249",
                "Blender 2.49; versions 2.60 to 2.79 can be read; open it in Blender 2.79 and save",
            ),
            (b"BLENDER-v2x9", "not a number"),
            (b"BLENDER", "ends within"),
            (b"PNG", "does not begin"),
            (b"", "does not begin"),
        ] {
            let error = Header::read(header).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        let error = unpacked(&[0x28, 0xb5, 0x2f, 0xfd, 0]).unwrap_err().to_string();
        assert!(error.contains("Zstandard") && error.contains("glTF"), "{error}");
    }

    #[test]
    fn compressed_files_are_unpacked_and_truncated_ones_are_reported() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&[7; 10_000]).unwrap();
        let packed = encoder.finish().unwrap();
        assert_eq!(unpacked(&packed).unwrap().as_ref(), &[7; 10_000]);
        let error = unpacked(&packed[..packed.len() / 2]).unwrap_err().to_string();
        assert!(error.contains("cut short"), "{error}");
    }
}
