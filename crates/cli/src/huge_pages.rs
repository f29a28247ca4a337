//! Huge pages of memory, of two megabytes each, for large scenes only.
//!
//! With them a crowd of robots that drives takes a tenth less time. But the system clears a whole one before its first use:
//! that is a fifth of the time until a small scene runs, and half of its memory.

use std::path::Path;

use morse_scene::Document;

/// Scenes with more objects than this are large.
const OBJECTS_MAX: usize = 200;
/// Documents with more bytes than this are those of large scenes.
const BYTES_MAX: u64 = 64 << 10;

/// Lets this process use no huge pages until a large scene comes. Called before anything else allocates.
pub fn refuse() {
    set(true);
}

/// Allows them if a file is the document of a large scene, before it is read.
pub fn allow_for_file(path: &Path) {
    if path.metadata().is_ok_and(|file| file.len() > BYTES_MAX) {
        set(false);
    }
}

/// Allows them for a large scene; and for one with components in Python, whose processes inherit the setting.
pub fn allow_for(document: &Document) {
    let has_python = !document.overlays.is_empty() || document.objects.iter().any(|object| object.external);
    if has_python || document.objects.len() > OBJECTS_MAX {
        set(false);
    }
}

fn set(refused: bool) {
    // Where the system has no such setting, it decides by itself, as before.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(refused);
    #[cfg(not(target_os = "linux"))]
    let _ = refused;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::thread::transparent_huge_pages_are_disabled;

    use super::*;

    fn document(robots: usize, is_external: bool) -> Document {
        let robot = |nth: usize| {
            format!(r#"{{"name": "r{nth}", "kind": "robot", "class": "C", "external": {is_external}}}"#)
        };
        let robots: Vec<String> = (0..robots).map(robot).collect();
        let text = format!(
            r#"{{"morse_scene": 1, "environment": {{"file": "empty"}}, "objects": [{}]}}"#,
            robots.join(",")
        );
        Document::from_json(&text).unwrap()
    }

    #[test]
    fn large_scenes_and_components_in_python_have_them() {
        for (document, are_refused) in [
            (document(OBJECTS_MAX, false), true),
            (document(OBJECTS_MAX + 1, false), false),
            (document(1, true), false),
        ] {
            refuse();
            allow_for(&document);
            assert_eq!(transparent_huge_pages_are_disabled().unwrap(), are_refused);
        }
        for (bytes, are_refused) in [(BYTES_MAX, true), (BYTES_MAX + 1, false)] {
            let file = tempfile::NamedTempFile::new().unwrap();
            file.as_file().set_len(bytes).unwrap();
            refuse();
            allow_for_file(file.path());
            assert_eq!(transparent_huge_pages_are_disabled().unwrap(), are_refused);
        }
    }
}
