//! Loads the model files of a scene.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use morse_assets::model::Model;
use morse_assets::{AssetError, Library, SearchPath};
use morse_scene::Document;
use morse_sim::{ModelFile, Models, UrdfError};

use crate::scene::file::SceneFile;
use crate::scene::load_options::TRUST_HELP;

mod images;

include!(concat!(env!("OUT_DIR"), "/embedded_models.rs"));

/// Where packages install data.
const INSTALLED: [&str; 2] = ["/usr/local/share/morse/data", "/usr/share/morse/data"];
/// Below the prefix of an installation.
const DATA: &str = "share/morse/data";

/// Where the models of a scene are looked for: where their names lead as paths, if the scene is trusted; beside its
/// script, in `MORSE_RESOURCE_PATH`, in the environment it belongs to, in what is installed, and in this program.
pub fn library(scene: Option<&SceneFile>) -> Library {
    let beside = scene.and_then(|scene| scene.path.parent()).map(Path::to_path_buf);
    // A script named without a folder lies in the current one.
    let beside = beside.map(|folder| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder });
    let resources = env::var_os("MORSE_RESOURCE_PATH");
    let resources = resources.iter().flat_map(env::split_paths).collect::<Vec<_>>();
    let registered = scene.and_then(|scene| scene.environment.as_ref());
    let registered = registered.into_iter().flat_map(|root| [root.join("data"), root.clone()]);
    let folders = beside.into_iter().chain(resources).chain(registered).chain(installed());
    let folders = SearchPath::new(folders);
    let may_read_all = scene.is_none_or(|scene| scene.is_trusted);
    let search_path = if may_read_all { with_paths(folders) } else { folders };
    Library { search_path, embedded: MODELS }
}

/// The same folders for somebody who may name any file by its path.
fn with_paths(folders: SearchPath) -> SearchPath {
    match env::current_dir() {
        Ok(working_folder) => folders.with_paths_from(&working_folder),
        Err(_) => folders,
    }
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

/// The file of a model that is inside this program.
pub fn embedded(name: &str) -> Option<Vec<u8>> {
    MODELS.iter().find(|model| model.name == name)?.bytes().ok()
}

/// Loads the models of a scene, and says of each where it came from and what was left out.
pub fn load(document: &Document, scene: &SceneFile) -> Models {
    let library = library(Some(scene));
    Models::of_scene(document, |file| load_file(&library, file))
}

/// Loads a model file, and says where it came from and what was left out.
///
/// # Errors
/// When no folder has it, or it is damaged.
pub(crate) fn load_file(library: &Library, file: ModelFile<'_>) -> Result<Arc<Model>, String> {
    let found = library.load(file.name, file.category);
    let (mut loaded, origin) = found.map_err(|error| refusal(&error, library, file))?;
    tracing::info!("Model '{}' from {origin}", file.name);
    for warning in &loaded.warnings {
        tracing::warn!("{origin}: {warning}");
    }
    for warning in images::decode(&mut loaded.model) {
        tracing::warn!("{origin}: {warning}");
    }
    Ok(Arc::new(loaded.model))
}

/// Reads a URDF that is a text, and says what was left out.
///
/// # Errors
/// When it is damaged, or refers to meshes outside of the resource folders or that are not there.
pub(crate) fn load_urdf_text(library: &Library, text: &str) -> Result<Arc<Model>, UrdfError> {
    let loaded = morse_assets::load_urdf_text(text, &library.search_path);
    let mut loaded = loaded.map_err(|error| match error {
        AssetError::MissingFiles { .. } => UrdfError::MissingMeshes(error.to_string()),
        _ => UrdfError::Damaged(error.to_string()),
    })?;
    let decoded = images::decode(&mut loaded.model);
    for warning in loaded.warnings.iter().chain(&decoded) {
        tracing::warn!("URDF text: {warning}");
    }
    Ok(Arc::new(loaded.model))
}

/// Why a model was not loaded: when the scene would have it if it were trusted, what to do.
fn refusal(error: &AssetError, library: &Library, file: ModelFile<'_>) -> String {
    match with_paths(library.search_path.clone()).find(file.name, Some(file.category)) {
        Ok(path) if library.search_path.find(file.name, Some(file.category)).is_err() => {
            format!("model {} is not in the resource folders: {}", path.display(), TRUST_HELP)
        }
        _ => error.to_string(),
    }
}
