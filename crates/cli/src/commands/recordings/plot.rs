//! `morse plot`: plots fields of a recording over time.

mod bitmap;
mod chart;
mod svg;

use std::fs;
use std::path::{Path, PathBuf};

use morse_recording::series::{default_names, series};

use crate::arguments::PlotArguments;
use crate::failure::{Failure, counted};
use crate::output::log;
use crate::output::png;
use chart::Chart;

/// Plots the fields to an SVG or PNG file.
pub fn plot(arguments: &PlotArguments) -> Result<(), Failure> {
    let PlotArguments { file, fields, output, size } = arguments;
    let output = &output
        .clone()
        .unwrap_or_else(|| PathBuf::from(file.file_stem().unwrap_or_default()).with_extension("svg"));
    let suffix = output.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
    let is_svg = suffix.eq_ignore_ascii_case("svg");
    if !is_svg && !suffix.eq_ignore_ascii_case("png") {
        let why = format!("{} must end in .svg or .png", output.display());
        return Err(Failure::Picture(why));
    }
    png::find_folder(output)?;
    let series = if fields.is_empty() { series(file, &default_names(file)?)? } else { series(file, fields)? };
    let points: usize = series.iter().map(|each| each.points.len()).sum();
    if points == 0 {
        return Err(Failure::Picture(format!("{}: these fields have no numbers in it", file.display())));
    }
    let chart = Chart::new(&title(file), &series, *size);
    if is_svg {
        fs::write(output, svg::document(&chart)).map_err(|error| png::unwritable(output, error))?;
    } else {
        png::write(output, &bitmap::picture(&chart))?;
    }
    log::notice(&format!("{}: {}", output.display(), counted(points, "point")));
    Ok(())
}

fn title(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
