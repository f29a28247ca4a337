//! The two files of a map for `map_server` of ROS 1 and ROS 2: a YAML file and a picture.

use std::fmt::Write as _;

use morse_world::OccupancyGrid;

/// Gray value of an occupied cell, as `map_saver` writes it.
const OCCUPIED: u8 = 0;
/// Gray value of a free cell, as `map_saver` writes it.
const FREE: u8 = 254;

/// The picture of a map, as binary PGM: the first row has the highest y.
pub fn pgm(map: &OccupancyGrid) -> Vec<u8> {
    let mut bytes = format!("P5\n{} {}\n255\n", map.width, map.height).into_bytes();
    let rows = map.cells.chunks(map.width.max(1) as usize).rev();
    bytes.extend(rows.flatten().map(|&is_occupied| if is_occupied { OCCUPIED } else { FREE }));
    bytes
}

/// The YAML file of a map whose picture has a name.
pub fn yaml(map: &OccupancyGrid, picture: &str) -> String {
    // Multiples of the resolution have rounding errors, such as 0.15000000000000002.
    let number = |meters: f64| (meters * 1e9).round() / 1e9 + 0.0;
    let mut text = String::new();
    for (key, value) in [
        // A text in JSON is one in YAML.
        ("image", serde_json::Value::from(picture).to_string()),
        ("mode", "trinary".to_owned()),
        ("resolution", number(map.resolution).to_string()),
        ("origin", format!("[{}, {}, 0]", number(map.origin.x), number(map.origin.y))),
        ("negate", "0".to_owned()),
        ("occupied_thresh", "0.65".to_owned()),
        ("free_thresh", "0.196".to_owned()),
    ] {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{key}: {value}");
    }
    text
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use super::*;

    #[test]
    fn files_are_those_of_map_server() {
        let map = OccupancyGrid {
            resolution: 0.05,
            origin: DVec2::new(-3.0 * 0.05, 3.0 * 0.05),
            width: 3,
            height: 2,
            cells: vec![true, false, false, false, false, true],
        };
        assert_eq!(
            yaml(&map, "my map.pgm"),
            "image: \"my map.pgm\"\nmode: trinary\nresolution: 0.05\norigin: [-0.15, 0.15, 0]\nnegate: 0\n\
             occupied_thresh: 0.65\nfree_thresh: 0.196\n"
        );
        // The row with the highest y is the first one.
        assert_eq!(pgm(&map), [b"P5\n3 2\n255\n", &[254, 254, 0, 0, 254, 254][..]].concat());
    }
}
