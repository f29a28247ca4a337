//! Recordings are compared.

use morse_recording::compare::{Comparison, Tolerance, compare};
use tempfile::TempDir;

use crate::support::{TICKS, record_as, write};

fn exact(a: &std::path::Path, b: &std::path::Path) -> Comparison {
    compare(a, b, &[], Tolerance::default()).unwrap()
}

#[test]
fn runs_of_a_scene_are_the_same() {
    let folder = TempDir::new().unwrap();
    let [a, b] = ["a.mcap", "b.mcap"].map(|name| record_as(folder.path(), name, 3));
    let comparison = exact(&a, &b);
    assert_eq!((comparison.difference, comparison.runs), (None, Vec::new()));
    assert!(comparison.messages >= 2 * TICKS, "{}", comparison.messages);
    let c = record_as(folder.path(), "c.mcap", 4);
    assert_eq!(exact(&a, &c).runs, ["the seeds differ: 3 and 4"]);
}

#[test]
fn the_first_instant_and_field_are_named() {
    let folder = TempDir::new().unwrap();
    let [a, b] = ["a.mcap", "b.mcap"].map(|name| folder.path().join(name));
    let schema = ["s", "jsonschema", "{}"];
    let channels =
        |last: &'static [u8]| -> [&[u8]; 3] { [br#"{"x": 1}"#, br#"{"x": 2, "y": [0, 1]}"#, last] };
    write(&a, &[("/a", "json", schema, &channels(br#"{"x": 3, "y": [1, 2.00]}"#))]);
    write(&b, &[("/a", "json", schema, &channels(br#"{"x": 3, "y": [1, 2.01]}"#))]);
    let difference = exact(&a, &b).difference.unwrap();
    assert_eq!((difference.time_ns, difference.tick), (2_000_000_000, None));
    assert_eq!(difference.differences[0].field.as_deref(), Some("y[1]"));
    let wide = Tolerance { absolute: 0.02, relative: 0.0 };
    assert_eq!(compare(&a, &b, &[], wide).unwrap().difference, None);
    // A channel that only one has, and a file that is shorter.
    write(&b, &[("/a", "json", schema, &channels(b"{}")[..2])]);
    let difference = exact(&a, &b).difference.unwrap();
    assert_eq!((difference.time_ns, difference.differences[0].field.as_deref()), (2_000_000_000, None));
    write(
        &b,
        &[("/a", "json", schema, &channels(br#"{"x": 3, "y": [1, 2.00]}"#)), ("/b", "json", schema, &[b"1"])],
    );
    let difference = exact(&a, &b).difference.unwrap();
    assert_eq!((difference.time_ns, difference.differences[0].topic.as_str()), (0, "/b"));
    let only = compare(&a, &b, &["a".to_owned()], Tolerance::default()).unwrap();
    assert_eq!(only.difference, None);
    let wrong = compare(&a, &b, &["c".to_owned()], Tolerance::default()).unwrap_err();
    assert!(wrong.to_string().contains("no channel \"c\""), "{wrong}");
}
