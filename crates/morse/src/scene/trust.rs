//! Restrictions on scene documents that the user does not trust. Scripts are not restricted, because they are Python
//! programs.

use std::env;
use std::path::{Component, Path, PathBuf};

use morse_scene::document::Document;
use morse_scene::value::Value;
use morse_scene::{Code, Diagnostic};

use super::file::SceneFile;
use super::load_options::TRUST_HELP;
use crate::models;

/// Errors for files that only trusted scenes may write: text streams and recordings outside of the working directory.
pub fn check(scene: &SceneFile, document: &Document) -> Vec<Diagnostic> {
    if scene.is_trusted {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (component, streams) in &document.component_datastream {
        let streams = streams.iter().filter(|stream| stream.manager == morse_text::STREAM_MANAGER);
        let files = streams.map(|stream| stream.options.get("file").and_then(Value::as_str));
        for file in files.map(|file| file.unwrap_or(component)).filter(|file| !is_inside(file)) {
            let message = format!("its text stream writes {file}, which is not below the working directory");
            let source = document.object(component).and_then(|object| object.source.as_ref());
            let finding = Diagnostic::error(Code::SceneUntrusted, message).on(component.as_str());
            found.push(finding.at(source).help(TRUST_HELP.to_owned()));
        }
    }
    let environment = &document.environment;
    if let Some(file) = environment.recording.as_deref().filter(|file| !is_inside(file)) {
        let message = format!("its recording is {file}, which is not below the working directory");
        let finding = Diagnostic::error(Code::SceneUntrusted, message).at(environment.source.as_ref());
        found.push(finding.help(TRUST_HELP.to_owned()));
    }
    found
}

/// Whether a scene may read a file: if it is not trusted, only files below the working directory or a resource folder.
pub fn may_read(scene: &SceneFile, file: &str) -> bool {
    let library = models::library(Some(scene));
    let below = |folder: &PathBuf| folder.canonicalize().is_ok_and(|folder| is_below(&folder, file));
    scene.is_trusted || is_inside(file) || library.search_path.folders().iter().any(below)
}

/// Whether a file is below the working directory, by its path and after resolving symbolic links.
fn is_inside(file: &str) -> bool {
    env::current_dir().and_then(|folder| folder.canonicalize()).is_ok_and(|folder| is_below(&folder, file))
}

fn is_below(folder: &Path, file: &str) -> bool {
    let path = folder.join(file);
    if path.components().any(|component| component == Component::ParentDir) {
        return false;
    }
    // If the file does not exist, its nearest existing ancestor is resolved.
    let existing = path.ancestors().find_map(|above| above.symlink_metadata().ok().map(|_| above));
    let real = existing.map(Path::canonicalize).and_then(Result::ok);
    real.is_some_and(|real| real.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_dots_do_not_leave_folder() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().canonicalize().unwrap().join("work");
        std::fs::create_dir_all(folder.join("data")).unwrap();
        std::fs::write(place.path().join("secret.txt"), "").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("..", folder.join("out")).unwrap();
            std::os::unix::fs::symlink("../secret.txt", folder.join("link.txt")).unwrap();
            std::os::unix::fs::symlink("/nowhere/at/all", folder.join("broken.txt")).unwrap();
            for file in ["out/secret.txt", "out/new.txt", "link.txt", "broken.txt"] {
                assert!(!is_below(&folder, file), "{file}");
            }
        }
        let own = folder.join("pose.txt").display().to_string();
        for file in ["pose.txt", "data/pose.txt", "new/pose.txt", &own] {
            assert!(is_below(&folder, file), "{file}");
        }
        for file in ["../pose.txt", "data/../../pose.txt", "/etc/passwd"] {
            assert!(!is_below(&folder, file), "{file}");
        }
    }
}
