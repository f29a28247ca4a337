//! Fiducial markers of AprilTag and ArUco: their codes, and models of plates with one marker by name.
//!
//! A model is named `fiducials/FAMILY/ID/SIZE`, such as `fiducials/tag36h11/7/0.16`. The codes are written by
//! `assets/make/fiducial_codes.py`.

mod plate;

use std::path::PathBuf;

use crate::{AssetError, Model, ReadError};

/// A line for each family: its name, the number of cells along a side, and the codes in hexadecimal digits.
const CODES: &str = include_str!("fiducials/codes.txt");
/// The folder of all generated markers.
const FOLDER: &str = "fiducials/";
/// Largest size of a marker. [m]
const SIZE_MAX_M: f64 = 1000.0;
/// Numbers of markers of the smaller families of ArUco. They are the first ones of the largest family.
const ARUCO_COUNTS: [usize; 4] = [50, 100, 250, 1000];

/// A marker.
#[derive(Debug, Clone, PartialEq)]
pub struct Fiducial {
    /// Name of the family, such as `tag36h11` or `DICT_4X4_50`.
    pub family: String,
    /// Number of the marker in its family.
    pub id: u32,
    /// Edge length of the black square. [m]
    pub size_m: f64,
    /// Number of cells along a side, without the black border, which is one cell wide.
    pub cells: usize,
    /// The cells row by row, white is 1. The cell in the upper left is the highest bit.
    pub code: u64,
}

impl Fiducial {
    /// The marker that a name describes; `None` for a name of other models.
    ///
    /// # Errors
    /// For an unknown family or number, and for a size that is not positive.
    pub fn named(name: &str) -> Option<Result<Fiducial, AssetError>> {
        let rest = name.strip_prefix(FOLDER)?;
        let marker = Self::of(rest);
        Some(marker.map_err(|error| AssetError::Damaged { path: PathBuf::from(name), error }))
    }

    fn of(text: &str) -> Result<Fiducial, ReadError> {
        let problem =
            |place: &str, problem: String, remedy: String| Err(ReadError::new(place, problem, remedy));
        let parts: Vec<&str> = text.split('/').collect();
        let [family, id, size] = parts[..] else {
            let remedy = "a marker is named fiducials/FAMILY/ID/SIZE, such as fiducials/tag36h11/7/0.16";
            return problem("name", format!("{} parts in place of three", parts.len()), remedy.to_owned());
        };
        let Some((cells, codes)) = codes_of(family) else {
            let known = format!("the families are {}", families().join(", "));
            return problem("family", format!("unknown family {family:?}"), known);
        };
        let found = id.parse::<u32>().ok().and_then(|id| Some((id, *codes.get(id as usize)?)));
        let Some((id, code)) = found else {
            let allowed = format!("{family} has the numbers 0 to {}", codes.len() - 1);
            return problem("id", format!("{id:?} is not a number of the family"), allowed);
        };
        let size_m = size.parse::<f64>().ok().filter(|size| *size > 0.0 && *size <= SIZE_MAX_M);
        let Some(size_m) = size_m else {
            let allowed =
                format!("the edge length of the black square is more than 0, up to {SIZE_MAX_M}, in meters");
            return problem("size", format!("{size:?} is not a size"), allowed);
        };
        Ok(Fiducial { family: family.to_owned(), id, size_m, cells, code })
    }

    /// Whether a cell is white. Columns and rows are counted from the upper left cell of the code; the border is black.
    #[must_use]
    pub fn is_white(&self, column: usize, row: usize) -> bool {
        let bit = self.cells * self.cells - 1 - (row * self.cells + column);
        self.code >> bit & 1 == 1
    }

    /// A thin plate with the marker on its face. The origin is the middle of the marker; x points to its right, y up and z out
    /// of its face. The white margin around the black square is one cell wide.
    #[must_use]
    pub fn model(&self) -> Model {
        plate::model(self)
    }
}

/// The names of all families.
#[must_use]
pub fn families() -> Vec<String> {
    let names = CODES.lines().filter_map(|line| line.split(' ').next());
    let all = names.flat_map(|name| {
        let counts = if is_counted(name) { &ARUCO_COUNTS[..] } else { &[] };
        let alone = counts.is_empty().then(|| name.to_owned());
        counts.iter().map(move |count| format!("{name}_{count}")).chain(alone)
    });
    all.collect()
}

/// Whether the names of families end with their number of markers.
fn is_counted(name: &str) -> bool {
    name.starts_with("DICT_") && !name.starts_with("DICT_ARUCO")
}

/// The number of cells along a side, and the codes of a family.
fn codes_of(family: &str) -> Option<(usize, Vec<u64>)> {
    let (name, count) = match family.rsplit_once('_') {
        Some((name, count)) if is_counted(name) => {
            let count = count.parse::<usize>().ok().filter(|count| ARUCO_COUNTS.contains(count))?;
            (name, count)
        }
        _ => (family, usize::MAX),
    };
    if is_counted(name) && count == usize::MAX {
        return None;
    }
    let line = CODES.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    let (cells, codes) = line.split_once(' ')?;
    let codes = codes.split(' ').take(count).map(|code| u64::from_str_radix(code, 16));
    Some((cells.parse().ok()?, codes.collect::<Result<_, _>>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_their_numbers_of_different_markers() {
        let counts = [
            ("tag16h5", 4, 30),
            ("tag25h9", 5, 35),
            ("tag36h11", 6, 587),
            ("DICT_4X4_50", 4, 50),
            ("DICT_5X5_100", 5, 100),
            ("DICT_6X6_250", 6, 250),
            ("DICT_7X7_1000", 7, 1000),
            ("DICT_ARUCO_ORIGINAL", 5, 1024),
            ("DICT_ARUCO_MIP_36h12", 6, 250),
        ];
        for (family, cells, count) in counts {
            let (found, mut codes) = codes_of(family).unwrap();
            assert!(codes.iter().all(|code| code >> (cells * cells) == 0), "{family}");
            assert!(families().contains(&family.to_owned()), "{family}");
            codes.sort_unstable();
            codes.dedup();
            assert_eq!((found, codes.len()), (cells, count), "{family}");
        }
        assert_eq!(families().len(), 3 + 4 * 4 + 2);
    }

    /// The Hamming distance of a family is part of its name: 11 for `tag36h11`, between all codes in all four orientations.
    #[test]
    fn markers_of_april_tag_differ_in_as_many_cells_as_their_names_promise() {
        for (family, least) in [("tag16h5", 5), ("tag25h9", 9), ("tag36h11", 11)] {
            let (cells, codes) = codes_of(family).unwrap();
            let turned = |code: u64| {
                let mut to = 0;
                for row in 0..cells {
                    for column in 0..cells {
                        let from = cells * cells - 1 - ((cells - 1 - column) * cells + row);
                        to = to << 1 | (code >> from & 1);
                    }
                }
                to
            };
            for (nth, &code) in codes.iter().enumerate() {
                let mut other = code;
                for quarter in 0..4 {
                    for &known in &codes[nth + 1..] {
                        assert!((known ^ other).count_ones() >= least, "{family} {nth} {quarter}");
                    }
                    other = turned(other);
                    assert!(quarter == 3 || (code ^ other).count_ones() >= least, "{family} {nth}");
                }
                assert_eq!(other, code);
            }
        }
    }

    #[test]
    fn unknown_markers_are_refused_with_the_allowed_values() {
        let problem = |name: &str| Fiducial::named(name).unwrap().unwrap_err().to_string();
        assert!(problem("fiducials/tag36h11/7").contains("fiducials/FAMILY/ID/SIZE"));
        assert!(problem("fiducials/tag37/7/1").contains("tag36h11, DICT_4X4_50"));
        for family in ["DICT_4X4", "DICT_4X4_51", "DICT_ARUCO", "tag36h11_50", ""] {
            assert!(problem(&format!("fiducials/{family}/7/1")).contains("unknown family"), "{family}");
        }
        for id in ["587", "-1", "4294967296", "x", ""] {
            assert!(problem(&format!("fiducials/tag36h11/{id}/1")).contains("0 to 586"), "{id}");
        }
        for size in ["0", "-1", "nan", "inf", "1001", "x"] {
            assert!(problem(&format!("fiducials/tag36h11/7/{size}")).contains("not a size"), "{size}");
        }
        assert!(Fiducial::named("robots/atrv").is_none());
    }
}
