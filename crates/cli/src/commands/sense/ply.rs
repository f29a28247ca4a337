//! Writes PLY files, which point cloud viewers read.

use super::cloud::Point;

/// The points of a sensor as a file.
pub fn binary(points: &[Point], sensor: &str, frame: &str) -> Vec<u8> {
    let has_intensity = points.iter().any(|point| point.intensity.is_some());
    let intensity = if has_intensity { "property float intensity\n" } else { "" };
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\ncomment {sensor}, in metres, in the frame of {frame}\n\
         element vertex {}\nproperty float x\nproperty float y\nproperty float z\n{intensity}end_header\n",
        points.len()
    )
    .into_bytes();
    for point in points {
        let place = point.at.as_vec3().to_array();
        bytes.extend(place.into_iter().flat_map(f32::to_le_bytes));
        if has_intensity {
            bytes.extend(point.intensity.unwrap_or_default().to_le_bytes());
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn a_file_has_a_header_and_little_endian_floats() {
        let point = |x| Point { at: DVec3::new(x, 0.0, -2.0), intensity: None };
        let bytes = binary(&[point(1.0), point(0.5)], "robot.sick", "the sensor");
        let end = b"end_header\n";
        let split = bytes.windows(end.len()).position(|part| part == end).unwrap() + end.len();
        let header = std::str::from_utf8(&bytes[..split]).unwrap();
        assert!(header.starts_with("ply\nformat binary_little_endian 1.0\n"), "{header}");
        assert!(header.contains("element vertex 2\n") && !header.contains("intensity"), "{header}");
        assert_eq!(bytes.len() - split, 2 * 12);
        assert_eq!(bytes[split..split + 4], 1.0_f32.to_le_bytes());
        let bright = Point { intensity: Some(0.25), ..point(1.0) };
        let bytes = binary(&[bright], "robot.sick", "the sensor");
        assert!(bytes.ends_with(&0.25_f32.to_le_bytes()));
    }
}
