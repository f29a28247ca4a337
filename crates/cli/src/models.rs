//! The model files of a scene: where they are looked for, and what was found.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use morse_assets::{Library, SearchPath};
use morse_scene::Document;
use morse_sim::Models;

use crate::images;
use crate::scene_file::SceneFile;

include!(concat!(env!("OUT_DIR"), "/carried_models.rs"));

/// Where packages install data.
const INSTALLED: [&str; 2] = ["/usr/local/share/morse/data", "/usr/share/morse/data"];
/// Below the prefix of an installation.
const DATA: &str = "share/morse/data";

/// Where the models of a scene are looked for: beside its script, in `MORSE_RESOURCE_PATH`, in the environment it belongs
/// to, in what is installed, and in this program.
pub fn library(scene: Option<&SceneFile>) -> Library {
    let beside = scene.and_then(|scene| scene.path.parent()).map(Path::to_path_buf);
    // A script named without a folder lies in the current one.
    let beside = beside.map(|folder| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder });
    let resources = env::var_os("MORSE_RESOURCE_PATH");
    let resources = resources.iter().flat_map(env::split_paths).collect::<Vec<_>>();
    let registered = scene.and_then(|scene| scene.environment.as_ref());
    let registered = registered.into_iter().flat_map(|root| [root.join("data"), root.clone()]);
    let folders = beside.into_iter().chain(resources).chain(registered).chain(installed());
    Library { search_path: SearchPath::new(folders), carried: CARRIED }
}

/// `MORSE_ROOT` says where the data are installed; else they are where this program is, or where packages put them.
fn installed() -> Vec<PathBuf> {
    if let Some(root) = env::var_os("MORSE_ROOT").filter(|root| !root.is_empty()) {
        return vec![PathBuf::from(root).join(DATA)];
    }
    let own = env::current_exe().ok();
    let own = own.as_deref().and_then(Path::parent).and_then(Path::parent).map(|prefix| prefix.join(DATA));
    own.into_iter().chain(INSTALLED.map(PathBuf::from)).collect()
}

/// The content of a model that this program carries.
pub fn carried(name: &str) -> Option<&'static [u8]> {
    CARRIED.iter().find(|(known, _)| *known == name).map(|(_, content)| *content)
}

/// Loads the models of a scene, and says of each where it came from and what was left out.
pub fn load(document: &Document, library: &Library) -> Models {
    Models::of_scene(document, |file| {
        let (mut loaded, origin) = library.load(file.name, file.category)?;
        tracing::info!("Model '{}' from {origin}", file.name);
        for warning in &loaded.warnings {
            tracing::warn!("{origin}: {warning}");
        }
        for warning in images::decode(&mut loaded.model) {
            tracing::warn!("{origin}: {warning}");
        }
        Ok::<_, morse_assets::AssetError>(Arc::new(loaded.model))
    })
}
