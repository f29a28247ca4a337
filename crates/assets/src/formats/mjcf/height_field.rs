//! Height fields: their elevations in the model, in an image or in a file of MuJoCo.
//!
//! Source: MuJoCo's documentation, "XML reference", section "asset/hfield".

use std::path::Path;

use glam::{DVec3, Vec3};

use crate::ReadError;
use crate::formats::images::{HeightMap, height_map_of};
use crate::formats::mjcf::Import;
use crate::formats::mjcf::assets::asset_name;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::paths::read_file;

/// Bytes of the two counts before the elevations of a file.
const HEADER: usize = 8;

impl Import<'_> {
    /// Reads an `<hfield>`. Without elevations it is flat, and so is one whose file cannot be used, which is reported.
    pub(super) fn height_field(&mut self, tag: &Tag) -> Result<(), ReadError> {
        let attributes = self.attributes(tag, None)?;
        let Some(name) = asset_name(&attributes) else {
            return Err(tag.error("<hfield> has neither name nor file"));
        };
        let [x, y, height, _] = attributes.array::<4>("size")?.unwrap_or([1.0, 1.0, 0.0, 0.0]);
        let map = match (attributes.list("elevation")?, attributes.text("file")) {
            (Some(elevations), _) => in_text(tag, &attributes, &name, elevations)?,
            (None, Some(file)) => self.height_file(tag, file),
            (None, None) => HeightMap { rows: 2, columns: 2, heights: vec![0.0; 4] },
        };
        let HeightMap { rows, columns, heights } = map;
        let low = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let high = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let factor = if high > low { height / (high - low) } else { 0.0 };
        let place =
            |index: usize, count: usize, half: f64| 2.0 * half * index as f64 / (count - 1) as f64 - half;
        self.budget.mesh(rows.saturating_mul(columns), 0, "height field")?;
        let vertices = (0..rows * columns).map(|at| {
            let (row, column) = (at / columns, at % columns);
            let z = (heights[at] - low) * factor;
            // The first row is that of the largest y.
            DVec3::new(place(column, columns, x), -place(row, rows, y), z).as_vec3()
        });
        let vertices: Vec<Vec3> = vertices.collect();
        let cells = (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| row * columns + column));
        let triangles = cells.flat_map(|at| {
            let [a, b, c, d] = [at, at + 1, at + columns + 1, at + columns].map(|corner| corner as u32);
            [[a, c, b], [a, d, c]]
        });
        let triangles = triangles.collect();
        let part = self.add_mesh(&name, vertices, triangles)?;
        self.height_fields.insert(name, part);
        Ok(())
    }

    fn height_file(&mut self, tag: &Tag, file: &str) -> HeightMap {
        let folder = self.compiler(tag).mesh_folder.clone();
        let read = self.asset_path(tag, &folder, file).and_then(|path| {
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
                height_map_of(&path)
            } else {
                in_file(&path)
            }
        });
        read.unwrap_or_else(|problem| {
            self.warnings.add(format!("{}: height field {file}: {problem}; it is flat", tag.place()));
            HeightMap { rows: 2, columns: 2, heights: vec![0.0; 4] }
        })
    }
}

/// Elevations in the attribute `elevation`.
fn in_text(
    tag: &Tag,
    attributes: &Attributes<'_>,
    name: &str,
    heights: Vec<f64>,
) -> Result<HeightMap, ReadError> {
    let count =
        |name: &str| Ok::<usize, ReadError>(attributes.number(name)?.unwrap_or(0.0).max(0.0) as usize);
    let (rows, columns) = (count("nrow")?, count("ncol")?);
    if heights.len() != rows.saturating_mul(columns) || rows < 2 || columns < 2 {
        let problem = format!("elevation of height field {name} is not nrow times ncol numbers");
        return Err(tag.error(problem));
    }
    Ok(HeightMap { rows, columns, heights })
}

/// A file of MuJoCo: two counts, then the elevations row by row from the smallest y.
fn in_file(path: &Path) -> Result<HeightMap, String> {
    let bytes = read_file(path).map_err(|error| error.to_string())?;
    let count = |at: usize| {
        let four = bytes.get(at..at + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
        let count = four.map(i32::from_le_bytes).and_then(|count| usize::try_from(count).ok());
        count.filter(|count| *count >= 2 && *count <= bytes.len()).ok_or("its counts are damaged".to_owned())
    };
    let (rows, columns) = (count(0)?, count(4)?);
    let numbers = bytes[HEADER..].chunks_exact(4);
    let heights: Vec<f64> =
        numbers.map(|four| f64::from(f32::from_le_bytes(four.try_into().unwrap_or_default()))).collect();
    if heights.len() != rows.saturating_mul(columns) || bytes.len() != HEADER + heights.len() * 4 {
        return Err("its length does not fit its counts".to_owned());
    }
    if heights.iter().any(|height| !height.is_finite()) {
        return Err("it has a height that is not finite".to_owned());
    }
    let from_above = heights.chunks_exact(columns).rev().flatten().copied().collect();
    Ok(HeightMap { rows, columns, heights: from_above })
}
