//! Runs are recorded, read and made again; damaged files are refused.

use std::fs;
use std::sync::LazyLock;

use morse::LoadOptions;
use morse_recording::read::{Completeness, Item, ReadError, read};
use morse_recording::{Recorded, check};
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use tempfile::TempDir;

use crate::support::{TICKS, record};

/// The bytes of a recording.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    fs::read(record(folder.path())).unwrap()
});

#[test]
fn a_run_is_the_same_when_it_is_made_again() {
    let folder = TempDir::new().unwrap();
    let path = record(folder.path());
    let mut poses = Vec::new();
    let completeness = read(&path, |item| {
        if let Item::Message { channel, time_ns, .. } = item
            && channel.topic == "/robot/pose"
        {
            assert_eq!(
                (channel.encoding.as_str(), channel.schema.as_str()),
                ("cdr", "geometry_msgs/msg/PoseStamped")
            );
            poses.push(time_ns);
        }
        Ok::<(), ReadError>(())
    });
    assert_eq!(completeness.unwrap(), Completeness::Complete);
    assert_eq!(poses.len() as u64, TICKS);
    assert!(poses.is_sorted());
    let checked = check(Recorded::load(&path).unwrap(), &LoadOptions::default()).unwrap();
    assert_eq!((checked.ticks, checked.digests, checked.difference), (TICKS, TICKS, None));
}

#[test]
fn the_first_tick_that_differs_is_found() {
    let folder = TempDir::new().unwrap();
    let mut recorded = Recorded::load(&record(folder.path())).unwrap();
    let changed = recorded.digests.get_mut(10).unwrap();
    changed.world = "0".repeat(16);
    let difference = check(recorded, &LoadOptions::default()).unwrap().difference.unwrap();
    assert_eq!((difference.tick, difference.world), (11, true));
    assert!(difference.components.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_refused_or_read(at in any::<prop::sample::Index>(), with: Vec<u8>, cut: bool) {
        let mut bytes = WHOLE.clone();
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        }
        for (byte, new) in bytes.iter_mut().skip(at).zip(with) {
            *byte = new;
        }
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("damaged.mcap");
        fs::write(&path, bytes).unwrap();
        if let Err(error) = Recorded::load(&path) {
            assert!(error.to_string().contains("damaged.mcap"), "{error}");
        }
    }
}
