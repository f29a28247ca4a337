//! Summaries of recordings, and their channels as files of other formats and over time.

use std::fs;

use morse_recording::Summary;
use morse_recording::export::{ExportError, Format, export};
use morse_recording::read::Completeness;
use morse_recording::series::series;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use tempfile::TempDir;

use crate::support::{TICKS, record, write};

fn named(name: &str) -> Vec<String> {
    vec![name.to_owned()]
}

#[test]
fn a_summary_lists_the_contents_of_a_recording() {
    let folder = TempDir::new().unwrap();
    let summary = Summary::of(&record(folder.path())).unwrap();
    assert_eq!(summary.completeness, Completeness::Complete);
    let run = summary.run.unwrap().unwrap();
    assert_eq!((run.rate_hz, run.has_all_inputs), (60.0, true));
    let pose = summary.channels.iter().find(|each| each.channel.topic == "/robot/pose").unwrap();
    assert_eq!(pose.messages, TICKS);
    assert!((pose.rate_hz().unwrap() - 60.0).abs() < 1e-6);
    assert_eq!(summary.times_ns.unwrap()[1], 500_000_000);
    assert_eq!(summary.attachments[0].0, "scene.json");
}

#[test]
fn tables_have_a_row_for_each_message_and_both_formats_the_same_values() {
    let folder = TempDir::new().unwrap();
    let run = record(folder.path());
    let csv = folder.path().join("all.csv");
    let several = export(&run, &[], Format::Csv, &csv).unwrap_err().to_string();
    assert!(several.contains("is one file, but"), "{several}");
    let done = export(&run, &named("/robot/pose"), Format::Csv, &folder.path().join("tables")).unwrap();
    assert!(done.exported.iter().any(|each| each.source == "/robot/pose" && each.count == TICKS));
    let text = fs::read_to_string(folder.path().join("tables/robot.pose.csv")).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(head[0], "time_s");
    let x = head.iter().position(|name| *name == "pose.position.x").unwrap();
    let from_csv: Vec<(f64, f64)> = lines
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|cells| (cells[0].parse().unwrap(), cells[x].parse().unwrap()))
        .collect();
    assert_eq!(from_csv.len() as u64, TICKS);

    export(&run, &named("/robot/pose"), Format::Parquet, &folder.path().join("tables")).unwrap();
    let file = fs::File::open(folder.path().join("tables/robot.pose.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    let from_parquet: Vec<(f64, f64)> =
        rows.map(|row| (row.get_double(0).unwrap(), row.get_double(x).unwrap())).collect();
    for ((a, x), (b, y)) in from_csv.iter().zip(&from_parquet) {
        assert!((a - b).abs() < 1e-9 && x.to_bits() == y.to_bits());
    }
    assert_eq!(from_csv.len(), from_parquet.len());
}

#[test]
fn parquet_holds_lists_gaps_and_texts() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.mcap");
    let messages: [&[u8]; 3] = [
        br#"{"l": [1, 2], "t": "x"}"#,
        br#"{"l": [], "b": true}"#,
        br#"{"l": [1,2,3,4,5,6,7,8,9,10], "t": {"a": []}}"#,
    ];
    write(&path, &[("/list", "json", ["s", "jsonschema", "{}"], &messages)]);
    let to = folder.path().join("list.parquet");
    let done = export(&path, &[], Format::Parquet, &to).unwrap();
    assert_eq!(done.exported[0].count, 3);
    let reader = SerializedFileReader::new(fs::File::open(&to).unwrap()).unwrap();
    let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    assert!(rows[0].contains("l: [1.0, 2.0]") && rows[0].contains(r#"t: "x""#), "{}", rows[0]);
    assert!(
        rows[1].contains("l: []") && rows[1].contains("b: true") && rows[1].contains("t: null"),
        "{}",
        rows[1]
    );
    assert!(rows[2].contains("10.0]"), "{}", rows[2]);
}

#[test]
fn trajectories_are_of_sensors_and_of_objects() {
    let folder = TempDir::new().unwrap();
    let run = record(folder.path());
    let done = export(&run, &[], Format::Tum, folder.path()).unwrap();
    let sources: Vec<&str> = done.exported.iter().map(|each| each.source.as_str()).collect();
    assert!(sources.contains(&"/robot/pose") && sources.contains(&"/tf robot"), "{sources:?}");
    let lines = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let last = |text: &str| -> Vec<f64> {
        text.lines().last().unwrap().split(' ').map(|number| number.parse().unwrap()).collect()
    };
    let sensor = last(&lines("robot.pose.tum"));
    assert_eq!(sensor.len(), 8);
    // The sensor is in the frame of its robot.
    let object = last(&lines("tf/robot.tum"));
    for (a, b) in sensor.iter().zip(&object).skip(1) {
        assert!((a - b).abs() < 1e-3, "{sensor:?} {object:?}");
    }
}

#[test]
fn wrong_wishes_are_answered() {
    let folder = TempDir::new().unwrap();
    let run = record(folder.path());
    let problem =
        |names: &[String], format| export(&run, names, format, folder.path()).unwrap_err().to_string();
    assert!(problem(&named("robot.pos"), Format::Csv).contains("did you mean robot.pose?"));
    assert!(problem(&[], Format::Png).contains("it has no images"));
    assert!(problem(&named("robot.pose"), Format::Ply).contains("has no points"));
    let unwritable = export(&run, &[], Format::Csv, &run.join("below a file")).unwrap_err();
    assert!(matches!(unwritable, ExportError::Write { .. }), "{unwritable}");
}

#[test]
fn fields_over_time_have_the_names_of_components() {
    let folder = TempDir::new().unwrap();
    let run = record(folder.path());
    let names = ["robot.pose.z", "robot.pose.yaw", "robot.pose.pose.position.z"].map(str::to_owned);
    let found = series(&run, &names).unwrap();
    assert_eq!(found[0].points.len() as u64, TICKS);
    assert_eq!(found[0].points, found[2].points);
    assert!(found[0].points.iter().all(|[_, z]| (-0.5..0.5).contains(z)));
    let wrong = series(&run, &named("robot.pose.zz")).unwrap_err().to_string();
    assert!(wrong.contains("did you mean robot.pose.z?"), "{wrong}");
}
