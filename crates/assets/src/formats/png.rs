//! Decoded images as PNG.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use crate::model::Pixels;

/// Eight bits for each of red, green, blue and opacity, without filters (PNG, third edition).
pub(crate) fn encode(pixels: &Pixels) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(pixels.width.to_be_bytes());
    header.extend(pixels.height.to_be_bytes());
    header.extend([8, 6, 0, 0, 0]);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in pixels.rgba.chunks_exact((4 * pixels.width as usize).max(1)) {
        // Writing to memory cannot fail.
        let _ = packed.write_all(&[0]).and_then(|()| packed.write_all(row));
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &packed.finish().unwrap_or_default());
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], bytes: &[u8]) {
    let mut sum = Crc::new();
    sum.update(kind);
    sum.update(bytes);
    file.extend((bytes.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(bytes);
    file.extend(sum.sum().to_be_bytes());
}
