//! PLY files, which point cloud viewers read.

/// A point of a cloud: position in meters, and intensity if it was measured.
pub type Point = ([f32; 3], Option<f32>);

/// Points as a file, with a comment of one line.
#[must_use]
pub fn binary(points: &[Point], comment: &str) -> Vec<u8> {
    let has_intensity = points.iter().any(|(_, intensity)| intensity.is_some());
    let intensity = if has_intensity { "property float intensity\n" } else { "" };
    let comment = comment.replace(['\n', '\r'], " ");
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\ncomment {comment}\n\
         element vertex {}\nproperty float x\nproperty float y\nproperty float z\n{intensity}end_header\n",
        points.len()
    )
    .into_bytes();
    for (place, intensity) in points {
        bytes.extend(place.iter().copied().flat_map(f32::to_le_bytes));
        if has_intensity {
            bytes.extend(intensity.unwrap_or_default().to_le_bytes());
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_header_and_little_endian_floats() {
        let bytes = binary(&[([1.0, 0.0, -2.0], None), ([0.5, 0.0, -2.0], None)], "robot.sick");
        let end = b"end_header\n";
        let split = bytes.windows(end.len()).position(|part| part == end).unwrap() + end.len();
        let header = std::str::from_utf8(&bytes[..split]).unwrap();
        assert!(header.starts_with("ply\nformat binary_little_endian 1.0\ncomment robot.sick\n"), "{header}");
        assert!(header.contains("element vertex 2\n") && !header.contains("intensity"), "{header}");
        assert_eq!(bytes.len() - split, 2 * 12);
        assert_eq!(bytes[split..split + 4], 1.0_f32.to_le_bytes());
        let bytes = binary(&[([1.0, 0.0, -2.0], Some(0.25))], "robot.sick");
        assert!(bytes.ends_with(&0.25_f32.to_le_bytes()));
    }
}
