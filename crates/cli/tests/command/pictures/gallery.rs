//! Follows the pages of the gallery: writes each scene, runs each command, and compares its picture with that of the page.
//!
//! With `MORSE_WRITE_GALLERY` set, as `cargo xtask gallery` does, the pictures are written instead.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use image::codecs::jpeg::JpegEncoder;

use crate::support::Place;

/// Largest size of a picture, and of all of them. [bytes]
const PICTURE_MAX: u64 = 40_000;
const ALL_MAX: u64 = 5_000_000;
/// Largest size of a film. [bytes]
const FILM_MAX: u64 = 1_000_000;
/// Number of the tests of a page.
const PARTS: usize = 4;
/// Largest mean difference between a picture and its JPEG file, per channel of 0 to 255.
const DIFFERENCE_MAX: f64 = 4.0;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pictures() -> PathBuf {
    root().join("docs/pictures/gallery")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(format!("docs/gallery/{name}.md"))).unwrap()
}

/// The blocks of a page that begin with a line: the rest of that line, and the text.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<(&'a str, &'a str)> {
    let begin = format!("```{language}");
    let parts = page.split(begin.as_str()).skip(1);
    parts.map(|part| part.split("\n```").next().unwrap().split_once('\n').unwrap()).collect()
}

/// Encodes a picture as JPEG, as well as [`PICTURE_MAX`] allows.
fn jpeg(picture: &image::RgbImage) -> Vec<u8> {
    for quality in [88, 82, 76, 70, 60, 50] {
        let mut bytes = Cursor::new(Vec::new());
        JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(picture).unwrap();
        if bytes.get_ref().len() as u64 <= PICTURE_MAX {
            return bytes.into_inner();
        }
    }
    panic!("a picture of {:?} does not fit into {PICTURE_MAX} bytes", picture.dimensions());
}

/// Keeps the result of a command, or compares it with that of the page. Returns a report if it differs.
fn difference(made: &Path) -> Option<String> {
    let name = made.file_name().unwrap().to_str().unwrap();
    let is_film = name.ends_with(".gif");
    let file = pictures().join(if is_film { name.to_owned() } else { name.replace(".png", ".jpg") });
    let writes = std::env::var_os("MORSE_WRITE_GALLERY").is_some();
    if is_film {
        let film = fs::read(made).unwrap();
        if writes {
            fs::write(&file, &film).unwrap();
        }
        return (fs::read(&file).unwrap_or_default() != film)
            .then(|| format!("{name} differs from that of the page"));
    }
    let picture = image::open(made).unwrap().to_rgb8();
    if writes {
        fs::write(&file, jpeg(&picture)).unwrap();
    }
    let Ok(kept) = image::open(&file) else { return Some(format!("{} is missing", file.display())) };
    let kept = kept.to_rgb8();
    if kept.dimensions() != picture.dimensions() {
        return Some(format!("{name} has the size {:?}", picture.dimensions()));
    }
    let sum: u64 = kept.as_raw().iter().zip(picture.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    let mean = sum as f64 / kept.as_raw().len() as f64;
    (mean > DIFFERENCE_MAX).then(|| format!("{name} differs by {mean:.1} from that of the page"))
}

/// Runs one command in the folder of the scenes.
fn failure(place: &Place, line: &str) -> Option<String> {
    let words: Vec<&str> = line.strip_prefix("morse ")?.split_whitespace().collect();
    let ended = place.done(&words);
    if ended.code != Some(0) {
        return Some(format!("{line}: {}", ended.log));
    }
    let after = |option: &str| Some(words[words.iter().position(|word| *word == option)? + 1].to_owned());
    let scene = words.iter().find(|word| word.ends_with(".py")).map(|scene| scene.replace(".py", ".png"));
    difference(&place.path(&after("--film").or(after("-o")).or(scene)?))
}

/// Follows every fourth command of a page, so that each test ends soon: nextest runs tests side by side.
fn follow(name: &str, part: usize) {
    let text = page(name);
    let place = Place::new();
    for (words, scene) in blocks(&text, "python") {
        place.file(words.trim().strip_prefix("file=").unwrap(), scene);
    }
    let lines = blocks(&text, "sh").into_iter().flat_map(|(_, text)| text.lines());
    let commands: Vec<&str> = lines.map(|line| line.strip_prefix("$ ").unwrap()).collect();
    assert!(commands.len() >= PARTS, "{name}: {}", commands.len());
    let failures: Vec<String> =
        commands.into_iter().skip(part).step_by(PARTS).filter_map(|line| failure(&place, line)).collect();
    assert!(failures.is_empty(), "{}\nif the change is intended: cargo xtask gallery", failures.join("\n"));
}

/// The tests of a page, one for each of its parts.
macro_rules! followed {
    ($($page:ident)+) => {
        $(mod $page {
            #[test]
            fn first_part_is_up_to_date() {
                super::follow(stringify!($page), 0);
            }

            #[test]
            fn second_part_is_up_to_date() {
                super::follow(stringify!($page), 1);
            }

            #[test]
            fn third_part_is_up_to_date() {
                super::follow(stringify!($page), 2);
            }

            #[test]
            fn fourth_part_is_up_to_date() {
                super::follow(stringify!($page), 3);
            }
        })+
    };
}

followed!(robots environments sensors scenes films);

#[test]
fn gallery_pictures_are_small_and_each_is_shown() {
    let pages = ["robots", "environments", "sensors", "scenes", "films"].map(page).concat();
    let mut all = 0;
    for entry in fs::read_dir(pictures()).unwrap() {
        let entry = entry.unwrap();
        let (name, size) = (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().len());
        assert!(pages.contains(&format!("../pictures/gallery/{name})")), "no page shows {name}");
        assert!(size <= if name.ends_with(".gif") { FILM_MAX } else { PICTURE_MAX }, "{name}: {size} bytes");
        all += size;
    }
    assert!(all <= ALL_MAX, "{all} bytes");
}

#[test]
fn gallery_has_all_robots_and_environments() {
    let (robots, environments) = (page("robots"), page("environments"));
    // Frames without a body, and bases of robots of one's own.
    let bare = ["FakeRobot", "GraspingRobot", "PhysicsAckermannRobot", "PhysicsDifferentialRobot"];
    let catalog = morse::catalog();
    let classes = catalog.components.iter().filter(|class| class.kind.name() == "robot");
    let mut names: BTreeSet<String> =
        classes.flat_map(|class| class.builders.iter().map(|builder| builder.name.clone())).collect();
    let modern = fs::read_to_string(root().join("python/morse/builder/robots/modern.py")).unwrap();
    names.extend(modern.lines().filter_map(|line| {
        line.strip_prefix("class ").and_then(|rest| Some(rest.split_once("(Robot)")?.0.to_owned()))
    }));
    for name in names.iter().filter(|name| !bare.contains(&name.as_str())) {
        assert!(robots.contains(name.as_str()), "docs/gallery/robots.md lacks {name}");
    }
    let folder = root().join("assets/environments");
    let mut folders = vec![folder.clone()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.with_extension("").strip_prefix(&folder).unwrap().display().to_string();
                assert!(
                    environments.contains(&format!("## {name}\n")),
                    "docs/gallery/environments.md lacks {name}"
                );
            }
        }
    }
}
