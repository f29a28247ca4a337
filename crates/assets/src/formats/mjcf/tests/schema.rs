//! All elements and attributes of MuJoCo's schema are read, have no effect, or are named.
//!
//! benches/mjcf_schema.py writes schema.txt.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::read_text;
use crate::formats::mjcf::known::{Fate, fate, key_in_class};

/// The elements of the schema, each by its keys in the table, with its attributes.
fn schema() -> Vec<(String, Vec<&'static str>)> {
    let lines = include_str!("schema.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (path, attributes) = line.split_once(':').unwrap();
            let path = path.replace("(world)body", "body/body");
            let path = path.strip_prefix("mujoco").unwrap().trim_start_matches('/');
            let key = match path.strip_prefix("body/body/") {
                Some(part) => format!("body/{part}"),
                None => path.to_owned(),
            };
            let key = match key.strip_prefix("default/") {
                Some(part) => key_in_class(part),
                None => key,
            };
            (key, attributes.split_ascii_whitespace().collect())
        })
        .collect()
}

#[test]
fn attributes_that_count_as_read_are_in_the_reader() {
    let mut sources = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/formats");
    for folder in [
        folder.join("mjcf"),
        folder.join("mjcf/actuator"),
        folder.join("mjcf/geom"),
        folder.join("mjcf/skin"),
    ] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("known.rs") {
                sources.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    // Those of cameras are read by scripts: python/morse/robot_file/mapping.py.
    let of_scripts = ["fovy", "resolution", "focal", "focalpixel", "sensorsize"];
    for (key, attributes) in schema() {
        let is_whole = fate(&key, "?") == Fate::Read;
        for attribute in attributes.iter().filter(|it| !is_whole && fate(&key, it) == Fate::Read) {
            let is_there = sources.contains(&format!("\"{attribute}\""));
            assert!(is_there || of_scripts.contains(attribute), "{key} {attribute}");
        }
    }
}

#[test]
fn the_table_has_no_attribute_that_the_schema_lacks() {
    let known: BTreeSet<&str> = schema().iter().flat_map(|(_, attributes)| attributes.clone()).collect();
    // Of <replicate>, which the schema leaves out.
    let of_frames = BTreeSet::from(["count", "offset", "sep"]);
    for (key, read, without) in crate::formats::mjcf::known::KNOWN {
        for attribute in read.split_ascii_whitespace().chain(without.split_ascii_whitespace()) {
            assert!(
                attribute == "*" || known.contains(attribute) || of_frames.contains(attribute),
                "{key} {attribute}"
            );
        }
    }
}

#[test]
fn attributes_that_are_left_out_are_named_once() {
    let (_, warnings) = read_text(
        r#"<mujoco><compiler alignfree="true" passthrough="false"/>
          <default><geom fluidcoef="1 2 3 4 5"/></default>
          <worldbody><body name="a"><joint springyield="1"/>
            <geom size="1" surfacevel="1 0 0" gap="0"><plugin plugin="p"/></geom><geom size="1" surfacevel="1 0 0"/></body></worldbody></mujoco>"#,
    );
    let text = warnings.join("\n");
    for wanted in
        ["compiler alignfree", "geom fluidcoef", "joint springyield", "geom surfacevel", "<plugin> in <geom>"]
    {
        assert_eq!(text.matches(wanted).count(), 1, "{wanted}: {text}");
    }
    assert!(!text.contains("passthrough") && !text.contains("gap"), "{text}");
}

/// A file with an element of a section, and an attribute that it may have.
fn file_with(key: &str, attribute: &str) -> Option<String> {
    let value = "1";
    let (section, name) = key.split_once('/')?;
    let given = format!("{attribute}=\"{value}\"");
    Some(match section {
        "body" if matches!(name, "geom" | "site" | "camera" | "joint") => {
            format!(
                "<mujoco><worldbody><body name=\"b\"><{name} {given}/><geom size=\"1\"/></body></worldbody></mujoco>"
            )
        }
        _ => return None,
    })
}

#[test]
fn every_attribute_of_bodies_without_a_counterpart_is_named_in_a_file() {
    let mut count = 0;
    for (key, attributes) in schema() {
        for attribute in attributes.iter().filter(|it| fate(&key, it) == Fate::Named) {
            let Some(text) = file_with(&key, attribute) else { continue };
            let (_, warnings) = read_text(&text);
            assert!(warnings.iter().any(|warning| warning.contains(attribute)), "{text}: {warnings:?}");
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}
