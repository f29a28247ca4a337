//! Enables huge memory pages (2 MB) for large scenes only.
//!
//! They reduce the time of a crowd of driving robots by a tenth. But the system clears a whole page before its first use,
//! which takes a fifth of the start time of a small scene, and half of its memory.

use std::path::Path;

use morse_scene::Document;

/// A scene with more objects is large.
const OBJECTS_MAX: usize = 200;
/// A larger document file is of a large scene. [bytes]
const BYTES_MAX: u64 = 64 << 10;

/// Disables huge pages for this process. To be called before anything else allocates.
pub fn disable() {
    set_disabled(true);
}

/// Enables huge pages if a scene file is large; called before the file is read.
pub fn enable_for_file(path: &Path) {
    if path.metadata().is_ok_and(|file| file.len() > BYTES_MAX) {
        set_disabled(false);
    }
}

/// Enables huge pages for a large scene, and for a scene with Python components, whose processes inherit the setting.
pub fn enable_for_scene(document: &Document) {
    let has_python = !document.overlays.is_empty() || document.objects.iter().any(|object| object.external);
    if has_python || document.objects.len() > OBJECTS_MAX {
        set_disabled(false);
    }
}

fn set_disabled(disabled: bool) {
    // An error means that the system has no such setting; then its default remains.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(disabled);
    #[cfg(not(target_os = "linux"))]
    let _ = disabled;
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
    fn large_scenes_and_python_components_enable_huge_pages() {
        for (document, are_disabled) in [
            (document(OBJECTS_MAX, false), true),
            (document(OBJECTS_MAX + 1, false), false),
            (document(1, true), false),
        ] {
            disable();
            enable_for_scene(&document);
            assert_eq!(transparent_huge_pages_are_disabled().unwrap(), are_disabled);
        }
        for (bytes, are_disabled) in [(BYTES_MAX, true), (BYTES_MAX + 1, false)] {
            let file = tempfile::NamedTempFile::new().unwrap();
            file.as_file().set_len(bytes).unwrap();
            disable();
            enable_for_file(file.path());
            assert_eq!(transparent_huge_pages_are_disabled().unwrap(), are_disabled);
        }
    }
}
