//! `morse bag export`: writes channels of a recording to files of other formats.

use std::path::PathBuf;

use morse_recording::export;
use morse_recording::read::Completeness;
use serde_json::json;

use crate::arguments::BagExportArguments;
use crate::failure::Failure;
use crate::output::columns::Table;
use crate::output::log;
use crate::output::standard_output::{print, print_json};

/// Writes the files and prints a list of them.
pub fn export(arguments: &BagExportArguments) -> Result<(), Failure> {
    let BagExportArguments { format, to, json, file, channels } = arguments;
    let beside = || PathBuf::from(file.file_stem().unwrap_or_default());
    let to = to.clone().unwrap_or_else(beside);
    let result = export::export(file, channels, (*format).into(), &to)?;
    for reason in &result.left_out {
        log::notice(&format!("Left out: {reason}."));
    }
    if result.completeness == Completeness::BreaksOff {
        log::notice(
            "The recording breaks off: its run was killed, or its disk was full. The complete part is exported.",
        );
    }
    if *json {
        let row =
            |each: &export::Exported| json!({"channel": each.source, "path": each.path, "count": each.count});
        return print_json(&result.exported.iter().map(row).collect::<Vec<_>>());
    }
    let mut table = Table::new(&["channel", "count", "written to"]);
    for each in &result.exported {
        table.row([each.source.clone(), each.count.to_string(), each.path.display().to_string()]);
    }
    print(&table.text())
}
