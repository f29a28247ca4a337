//! Untrusted text gives an error or a document, never a panic.

#![allow(clippy::unwrap_used, missing_docs)]

use morse_scene::document::{DOCUMENT_BYTES_MAX, DocumentError};
use morse_scene::validate::{Capabilities, validate};
use morse_scene::{Catalog, Document, WiringTable, component_config};
use proptest::prelude::*;

const SCENE: &str = include_str!("../src/test_scene/first_scene.json");
const CATALOG: &str = include_str!("../src/test_scene/catalog.json");

fn check_text(text: &str) {
    if let Ok(document) = Document::from_json(text) {
        let catalog = Catalog::from_json(CATALOG).unwrap();
        let wiring = WiringTable::built_in().unwrap();
        let findings = validate(&document, &catalog, &wiring, &Capabilities::speaking(["socket"]));
        for finding in findings {
            assert!(!finding.to_string().is_empty());
        }
        assert!(!component_config(&document).is_empty());
        document.to_json_pretty().unwrap();
    }
}

#[test]
fn every_truncated_document_is_an_error() {
    let end = SCENE.trim_end().len();
    for length in (0..end).filter(|&length| SCENE.is_char_boundary(length)) {
        assert!(Document::from_json(&SCENE[..length]).is_err(), "{length}");
    }
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [("[", "]"), (r#"{"$tuple":["#, "]}"), (r#"{"a":"#, "}")] {
        let depth = 100_000;
        let value = open.repeat(depth) + "1" + &close.repeat(depth);
        let text = format!(r#"{{"morse_scene": 1, "environment": {{"properties": {{"deep": {value}}}}}}}"#);
        let error = Document::from_json(&text).unwrap_err();
        assert!(error.to_string().contains("recursion limit"), "{error}");
    }
}

#[test]
fn huge_text_is_not_read() {
    // Zeroed pages take no memory until they are written to.
    let text = String::from_utf8(vec![0; DOCUMENT_BYTES_MAX + 1]).unwrap();
    assert_eq!(Document::from_json(&text), Err(DocumentError::TooLarge { bytes: DOCUMENT_BYTES_MAX + 1 }));
}

proptest! {
    #[test]
    fn changed_byte_never_panics(place in 0..SCENE.len(), byte in 0x20..0x7f_u8) {
        let mut bytes = SCENE.as_bytes().to_vec();
        bytes[place] = byte;
        if let Ok(text) = String::from_utf8(bytes) {
            check_text(&text);
        }
    }

    #[test]
    fn lost_or_doubled_part_never_panics(start in 0..SCENE.len(), length in 0..400_usize, doubled in any::<bool>()) {
        let end = (start + length).min(SCENE.len());
        let (Some(before), Some(part), Some(after)) = (SCENE.get(..start), SCENE.get(start..end), SCENE.get(end..)) else {
            return Ok(());
        };
        let part = if doubled { part.repeat(2) } else { String::new() };
        check_text(&[before, &part, after].concat());
    }

    #[test]
    fn replaced_value_never_panics(place in 0..200_usize, value in 0..8_usize) {
        const VALUES: [&str; 8] =
            ["null", "true", "-1", "1e308", "\"x\"", "[]", "{\"$float\": \"nan\"}", "{\"$dict\": [[1, 2]]}"];
        let mut scene: serde_json::Value = serde_json::from_str(SCENE).unwrap();
        let mut left = place;
        replace_nth(&mut scene, &mut left, &serde_json::from_str(VALUES[value]).unwrap());
        check_text(&scene.to_string());
    }
}

/// Replaces the n-th value, counted depth first.
fn replace_nth(value: &mut serde_json::Value, left: &mut usize, with: &serde_json::Value) {
    if *left == 0 {
        *value = with.clone();
    }
    let Some(rest) = left.checked_sub(1) else {
        *left = usize::MAX;
        return;
    };
    *left = rest;
    match value {
        serde_json::Value::Array(items) => items.iter_mut().for_each(|item| replace_nth(item, left, with)),
        serde_json::Value::Object(map) => map.values_mut().for_each(|item| replace_nth(item, left, with)),
        _ => {}
    }
}
