//! Files that are truncated, of other programs or made to do harm: an error or a result, never a panic, and nothing is
//! written elsewhere.

use std::fs;
use std::path::Path;

use morse::LoadOptions;
use morse_recording::compare::{Tolerance, compare};
use morse_recording::export::{Format, export};
use morse_recording::read::{Completeness, Item, ReadError, read};
use morse_recording::series::series;
use morse_recording::{Recorded, Summary, check};
use proptest::prelude::{ProptestConfig, any, prop, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};
use tempfile::TempDir;

use crate::support::{record, record_scans, write};

const FORMATS: [Format; 5] = [Format::Csv, Format::Parquet, Format::Png, Format::Ply, Format::Tum];

/// Does everything that reads a file.
fn read_in_all_ways(path: &Path, to: &Path) {
    let errors = [
        Summary::of(path).err().map(|error| error.to_string()),
        series(path, &["a.x".to_owned()]).err().map(|error| error.to_string()),
        compare(path, path, &[], Tolerance::default()).err().map(|error| error.to_string()),
    ];
    let exports = FORMATS.map(|format| export(path, &[], format, to).err().map(|error| error.to_string()));
    for error in errors.into_iter().chain(exports).flatten() {
        assert!(!error.is_empty());
    }
}

/// All files below a folder.
fn count(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
}

/// Schemas that decide what is done with messages, and the text of one.
fn schemas() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop_oneof![
        Just((
            "sensor_msgs/msg/Image",
            "uint32 height\nuint32 width\nstring encoding\nuint8 is_bigendian\nuint32 step\nuint8[] data"
        )),
        Just((
            "sensor_msgs/msg/LaserScan",
            "float32 angle_min\nfloat32 angle_increment\nfloat32 range_min\nfloat32 range_max\nfloat32[] ranges"
        )),
        Just((
            "sensor_msgs/msg/PointCloud2",
            "uint32 point_step\nbool is_bigendian\nF[] fields\nuint8[] data\n===\nMSG: sensor_msgs/F\nstring name\nuint32 offset\nuint8 datatype"
        )),
        Just((
            "geometry_msgs/msg/PoseStamped",
            "P pose\n===\nMSG: geometry_msgs/P\nV position\nV orientation\n===\nMSG: geometry_msgs/V\nfloat64 x\nfloat64 y\nfloat64 z\nfloat64 w"
        )),
        Just(("tf2_msgs/msg/TFMessage", "T[] transforms\n===\nMSG: tf2_msgs/T\nstring child_frame_id")),
        Just(("x/Empty", "E[] all\n===\nMSG: x/E\nuint8 NONE=0")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn messages_may_hold_anything(
        topic in ".{0,12}",
        (name, text) in schemas(),
        other in prop::option::of("[a-zA-Z0-9/\\[\\] =\n<]{0,60}"),
        encoding in prop_oneof![Just("cdr"), Just("json"), Just("protobuf")],
        mut data in prop::collection::vec(prop::collection::vec(prop_oneof![Just(0_u8), Just(1), any::<u8>()], 0..80), 0..4),
    ) {
        for message in &mut data {
            if let [a, b, ..] = message.as_mut_slice() {
                (*a, *b) = (0, 1);
            }
        }
        let folder = TempDir::new().unwrap();
        let (path, to) = (folder.path().join("a.mcap"), folder.path().join("out"));
        let messages: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
        let text = other.as_deref().unwrap_or(text);
        write(&path, &[(&topic, encoding, [name, "ros2msg", text], &messages), ("/a", encoding, [name, "ros2msg", text], &messages)]);
        read_in_all_ways(&path, &to);
        let below = if to.exists() { count(&to) } else { 0 };
        assert_eq!(count(folder.path()), 1 + below);
    }
}

#[test]
fn truncated_and_foreign_files_are_reported() {
    let folder = TempDir::new().unwrap();
    let whole = fs::read(record(folder.path())).unwrap();
    let path = folder.path().join("bad.mcap");
    for length in [0, 7, 8, 100, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        read_in_all_ways(&path, &folder.path().join("out"));
        let found = Summary::of(&path);
        assert_eq!(found.is_err(), length <= 8, "{length} of {} bytes", whole.len());
    }
    for foreign in [&b"#ROSBAG V2.0\n"[..], b"SQLite format 3\0", b"\x89PNG\r\n\x1a\n", &[0xff; 5000]] {
        fs::write(&path, foreign).unwrap();
        let problem = Summary::of(&path).unwrap_err().to_string();
        assert!(problem.contains("bad.mcap") && problem.contains("not an MCAP file"), "{problem}");
    }
    // An empty one of another program.
    write(&path, &[]);
    let summary = Summary::of(&path).unwrap();
    assert!(summary.run.is_none() && summary.channels.is_empty());
    read_in_all_ways(&path, &folder.path().join("out"));
}

/// Ends of the chunks of a recording. [bytes]
fn chunk_ends(whole: &[u8]) -> Vec<usize> {
    const MAGIC_BYTES: usize = 8;
    const CHUNK: u8 = 6;
    let (mut at, mut ends) = (MAGIC_BYTES, Vec::new());
    while let Some(header) = whole.get(at..at + 9) {
        let length = u64::from_le_bytes(header[1..].try_into().unwrap());
        at += 9 + usize::try_from(length).unwrap();
        if header[0] == CHUNK {
            ends.push(at);
        }
    }
    ends
}

#[test]
fn recording_cut_anywhere_opens_to_its_last_whole_chunk() {
    let folder = TempDir::new().unwrap();
    let whole = fs::read(record_scans(folder.path(), 2400)).unwrap();
    let ends = chunk_ends(&whole);
    assert!(ends.len() >= 3, "{} chunks", ends.len());
    let path = folder.path().join("cut.mcap");
    let messages = |length: usize| {
        fs::write(&path, &whole[..length]).unwrap();
        let mut count = 0;
        let completeness = read::<ReadError>(&path, |item| {
            count += usize::from(matches!(item, Item::Message { .. }));
            Ok(())
        });
        assert_eq!(completeness.unwrap(), Completeness::BreaksOff, "{length}");
        count
    };
    let of_chunks: Vec<usize> = ends.iter().map(|&end| messages(end)).collect();
    assert!(of_chunks.is_sorted_by(|one, next| one < next), "{of_chunks:?}");
    let (first, last) = (ends[0], *ends.last().unwrap());
    let spread = (0..20).map(|nth| first + (nth * 7919 * 104_729) % (last - first));
    for cut in ends.iter().flat_map(|&end| [end - 1, end, end + 1]).chain(spread) {
        let chunks = ends.iter().filter(|&&end| end <= cut).count();
        let expected = chunks.checked_sub(1).map_or(0, |last| of_chunks[last]);
        assert_eq!(messages(cut), expected, "cut at {cut}");
        // The run of the rest is complete up to its last digest.
        if ends.contains(&(cut + 1)) && chunks > 0 {
            let recorded = Recorded::load(&path).unwrap();
            let (ticks, checked) = (recorded.last_tick(), check(recorded, &LoadOptions::default()).unwrap());
            assert_eq!((checked.ticks, checked.difference), (ticks, None), "cut at {cut}");
        }
    }
}
