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

include!(concat!(env!("OUT_DIR"), "/embedded_models.rs"));

/// Folders where packages install data.
const INSTALLED: [&str; 2] = ["/usr/local/share/morse/data", "/usr/share/morse/data"];
/// Data folder below the prefix of an installation.
const DATA: &str = "share/morse/data";

/// The search path for the models of a scene: the name itself as a path if the scene is trusted, the folder of the script,
/// `MORSE_RESOURCE_PATH`, the environment of the scene, installed data, and the models embedded in this program.
pub fn library(scene: Option<&SceneFile>) -> Library {
    let beside = scene.and_then(|scene| scene.path.parent()).map(Path::to_path_buf);
    // A script named without a folder is in the current folder.
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

/// The same search path, extended by arbitrary paths.
fn with_paths(folders: SearchPath) -> SearchPath {
    match env::current_dir() {
        Ok(working_folder) => folders.with_paths_from(&working_folder),
        Err(_) => folders,
    }
}

/// Folders of installed data: below `MORSE_ROOT` if set, else beside this program and where packages install data.
fn installed() -> Vec<PathBuf> {
    if let Some(root) = env::var_os("MORSE_ROOT").filter(|root| !root.is_empty()) {
        return vec![PathBuf::from(root).join(DATA)];
    }
    let own = env::current_exe().ok();
    let own = own.as_deref().and_then(Path::parent).and_then(Path::parent).map(|prefix| prefix.join(DATA));
    own.into_iter().chain(INSTALLED.map(PathBuf::from)).collect()
}

/// Option of a robot whose script made the components that its file declares.
const DECLARED: &str = "appends_declared";
/// The call that warnings about declared components advise.
const ADVICE: &str = "robot.append_declared()";

/// The file of an embedded model.
pub fn embedded(name: &str) -> Option<Vec<u8>> {
    MODELS.iter().find(|model| model.name == name)?.bytes().ok()
}

/// Loads the models of a scene, and logs the origin and the omissions of each.
pub fn load(document: &Document, scene: &SceneFile) -> Models {
    let library = library(Some(scene));
    let of_script = |name: &str| {
        document.objects.iter().any(|object| {
            object.model.as_ref().is_some_and(|model| model.file == name)
                && object.options.contains_key(DECLARED)
        })
    };
    Models::of_scene(document, |file| load_quietly(&library, file, of_script(file.name)))
}

/// Loads a model file, and logs its origin and omissions.
///
/// # Errors
/// If it is not found or damaged.
pub(crate) fn load_file(library: &Library, file: ModelFile<'_>) -> Result<Arc<Model>, String> {
    load_quietly(library, file, false)
}

/// The same, without the advice to make the components that the file declares, where the script did.
fn load_quietly(library: &Library, file: ModelFile<'_>, is_declared: bool) -> Result<Arc<Model>, String> {
    let found = library.load(file.name, file.category);
    let (mut loaded, origin) = found.map_err(|error| refusal(&error, library, file))?;
    tracing::info!("Model '{}' from {origin}", file.name);
    let needed = loaded.warnings.iter().filter(|warning| !(is_declared && warning.contains(ADVICE)));
    for warning in needed {
        tracing::warn!("{origin}: {warning}");
    }
    for warning in morse_assets::decode_images(&mut loaded.model) {
        tracing::warn!("{origin}: {warning}");
    }
    Ok(Arc::new(loaded.model))
}

/// Loads a URDF from a text, and logs omissions.
///
/// # Errors
/// If it is damaged, or a mesh is missing or outside of the resource folders.
pub(crate) fn load_urdf_text(library: &Library, text: &str) -> Result<Arc<Model>, UrdfError> {
    let loaded = morse_assets::load_urdf_text(text, &library.search_path);
    let mut loaded = loaded.map_err(|error| match error {
        AssetError::MissingFiles { .. } => UrdfError::MissingMeshes(error.to_string()),
        _ => UrdfError::Damaged(error.to_string()),
    })?;
    let decoded = morse_assets::decode_images(&mut loaded.model);
    for warning in loaded.warnings.iter().chain(&decoded) {
        tracing::warn!("URDF text: {warning}");
    }
    Ok(Arc::new(loaded.model))
}

/// The error of a model that cannot be loaded. If it could be loaded by a trusted scene, contains a hint.
fn refusal(error: &AssetError, library: &Library, file: ModelFile<'_>) -> String {
    match with_paths(library.search_path.clone()).find(file.name, Some(file.category)) {
        Ok(path) if library.search_path.find(file.name, Some(file.category)).is_err() => {
            format!("model {} is not in the resource folders: {}", path.display(), TRUST_HELP)
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_models_are_the_files_of_the_repository() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        for model in MODELS {
            assert!(
                model.bytes().unwrap() == std::fs::read(root.join(model.name)).unwrap(),
                "{}",
                model.name
            );
        }
        let changed = MODELS.iter().map(|model| model.differences.len()).sum::<usize>();
        assert!(changed > 1000, "only {changed} ranges of indices were found");
    }
}
