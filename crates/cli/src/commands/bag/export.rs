//! `morse bag export`: channels of a recording as files of other formats.

use morse_recording::export;
use morse_recording::read::Completeness;
use serde_json::json;

use crate::arguments::BagExportArguments;
use crate::commands::{print, print_json};
use crate::failure::Failure;
use crate::output::columns::Table;
use crate::output::log;

/// Writes the files.
pub fn export(arguments: &BagExportArguments) -> Result<(), Failure> {
    let BagExportArguments { format, to, json, file, channels } = arguments;
    let done = export::export(file, channels, (*format).into(), to)?;
    for reason in &done.left_out {
        log::notice(&format!("Left out: {reason}."));
    }
    if done.completeness == Completeness::BreaksOff {
        log::notice(
            "The recording breaks off: its run was killed, or its disk was full. What is there is exported.",
        );
    }
    if *json {
        let row =
            |each: &export::Exported| json!({"channel": each.source, "path": each.path, "count": each.count});
        return print_json(&done.exported.iter().map(row).collect::<Vec<_>>());
    }
    let mut table = Table::new(&["channel", "count", "written to"]);
    for each in &done.exported {
        table.row([each.source.clone(), each.count.to_string(), each.path.display().to_string()]);
    }
    print(&table.text())
}
