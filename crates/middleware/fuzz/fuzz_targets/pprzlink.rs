//! Fuzzes the parsers of Ivy agents: announcements, lines, and poses in messages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use morse_pprzlink::ivy::line::{Line, read_announcement};
use morse_pprzlink::rotorcraft_fp;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Some((port, id)) = read_announcement(&text) {
        assert!(port > 0 && text.contains(id));
    }
    for line in text.lines() {
        if let Some(Line::Message { captures, .. }) = Line::read(line) {
            captures.into_iter().for_each(pose);
        }
        pose(line);
    }
});

fn pose(text: &str) {
    if let Ok(pose) = rotorcraft_fp::pose(text, None, "ROTORCRAFT_FP") {
        assert!(pose.iter().all(|(_, value)| value.as_f64().is_some_and(f64::is_finite)), "{pose:?}");
    }
}
