//! The search path for assets, by the names used in scenes.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use crate::AssetError;
use crate::paths::absolute;

/// Extensions that a name may omit, in the order tried; scenes of the original mean .blend.
const EXTENSIONS: [&str; 10] = ["blend", "glb", "gltf", "urdf", "obj", "stl", "dae", "xml", "sdf", "world"];
/// Depth to which folders are searched for a similar name.
const LISTED_DEPTH: usize = 3;
const LISTED_MAX: usize = 2000;
/// Less similar names are not suggested.
const SIMILARITY_MIN: f64 = 0.5;

/// The resource folders in search order, and whether files elsewhere may be named too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchPath {
    folders: Vec<PathBuf>,
    /// The folder for names that are paths; `None` if files outside of the folders must not be read.
    working_folder: Option<PathBuf>,
}

impl SearchPath {
    /// The folders in the order in which they are to be searched.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> SearchPath {
        let mut unique = Vec::new();
        for folder in folders.into_iter().filter(|folder| !folder.as_os_str().is_empty()) {
            let folder = absolute(&folder);
            if !unique.contains(&folder) {
                unique.push(folder);
            }
        }
        SearchPath { folders: unique, working_folder: None }
    }

    /// The same folders, for a user who may read any file: a name is first tried as a path, absolute or relative to
    /// `working_folder`, and may contain `..`.
    #[must_use]
    pub fn with_paths_from(self, working_folder: &Path) -> SearchPath {
        SearchPath { working_folder: Some(absolute(working_folder)), ..self }
    }

    /// The folder of the scene script, then those in `MORSE_RESOURCE_PATH`, then those of installed data
    /// (`/usr/share/morse/data`).
    #[must_use]
    pub fn of_scene(
        script: Option<&Path>,
        resource_path: Option<&OsStr>,
        installed: &[PathBuf],
    ) -> SearchPath {
        let beside = script.and_then(Path::parent).map(Path::to_path_buf);
        let named = resource_path.into_iter().flat_map(std::env::split_paths);
        SearchPath::new(beside.into_iter().chain(named).chain(installed.iter().cloned()))
    }

    /// Whether the user may read any file.
    #[must_use]
    pub(crate) fn may_read_all(&self) -> bool {
        self.working_folder.is_some()
    }

    /// The folders.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The file of a name in a scene.
    ///
    /// With [`SearchPath::with_paths_from`], the name is tried as a path first. In each folder, `name` and then
    /// `category/name` (`environments/sandbox`, `robots/atrv`) are tried. Each is tried unchanged and with each known
    /// extension. With [`SearchPath::with_paths_from`], a name that begins with `..` is joined to each folder as it is.
    ///
    /// # Errors
    /// [`AssetError::NotFound`] with all paths that were tried and the most similar name; [`AssetError::Outside`] for
    /// a name that leads out of the folders, if no file outside of them may be read.
    pub fn find(&self, name: &str, category: Option<&str>) -> Result<PathBuf, AssetError> {
        let mut tried = Vec::new();
        if let Some(working_folder) = self.working_folder.as_ref().filter(|_| !name.is_empty()) {
            // A file without extension may have the name of an environment, but is not a model.
            let has_ending = |path: &PathBuf| path.extension().is_some();
            for candidate in candidates(&absolute(&working_folder.join(name))).into_iter().filter(has_ending)
            {
                if candidate.is_file() {
                    return Ok(candidate);
                }
                tried.push(candidate);
            }
        }
        let Some(relative) = self.relative(name) else {
            if self.working_folder.is_none() {
                return Err(AssetError::Outside { name: name.to_owned() });
            }
            // A name such as `../models/box.blend` is relative to each of the folders.
            for folder in self.folders.iter().filter(|_| Path::new(name).is_relative()) {
                for candidate in candidates(&absolute(&folder.join(name))) {
                    if candidate.is_file() {
                        return Ok(candidate);
                    }
                    tried.push(candidate);
                }
            }
            return Err(self.not_found(name, category, tried));
        };
        if relative.as_os_str().is_empty() {
            return Err(self.not_found(name, category, tried));
        }
        for folder in &self.folders {
            let bases = [Some(folder.clone()), category.map(|category| folder.join(category))];
            for base in bases.into_iter().flatten() {
                for candidate in candidates(&base.join(&relative)) {
                    if candidate.is_file() {
                        return Ok(candidate);
                    }
                    tried.push(candidate);
                }
            }
        }
        Err(self.not_found(name, category, tried))
    }

    /// The names of the assets below a folder inside of the resource folders, without extension, each as [`find`] takes
    /// it; a few thousand at most. `None` if no resource folder has the folder, or its name leads out of them.
    ///
    /// [`find`]: SearchPath::find
    #[must_use]
    pub fn list(&self, inside: &str) -> Option<Vec<String>> {
        let relative = self.relative(inside)?;
        let bases = self.folders.iter().map(|folder| folder.join(&relative)).filter(|base| base.is_dir());
        let bases: Vec<PathBuf> = bases.collect();
        if bases.is_empty() {
            return None;
        }
        let mut names = Vec::new();
        bases.iter().for_each(|base| list(base, base, LISTED_DEPTH, &mut names));
        names.sort();
        names.dedup();
        Some(names)
    }

    /// The name below a folder; `None` if it leads out of all of them.
    fn relative(&self, name: &str) -> Option<PathBuf> {
        let path = Path::new(name);
        if path.is_absolute() {
            let path = absolute(path);
            return self
                .folders
                .iter()
                .find_map(|folder| path.strip_prefix(folder).ok())
                .map(Path::to_path_buf);
        }
        let mut relative = PathBuf::new();
        for component in path.components() {
            match component {
                Component::Normal(part) => relative.push(part),
                Component::CurDir => {}
                Component::ParentDir => {
                    if !relative.pop() {
                        return None;
                    }
                }
                Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        Some(relative)
    }

    fn not_found(&self, name: &str, category: Option<&str>, tried: Vec<PathBuf>) -> AssetError {
        let mut known = Vec::new();
        for folder in &self.folders {
            let base = category.map_or_else(|| folder.clone(), |category| folder.join(category));
            list(&base, &base, LISTED_DEPTH, &mut known);
        }
        AssetError::NotFound { name: name.to_owned(), tried, nearest: most_similar_in(name, category, known) }
    }
}

/// As [`most_similar`], among names of a category; if the name includes the category, the answer does too.
pub(crate) fn most_similar_in(
    name: &str,
    category: Option<&str>,
    known: impl IntoIterator<Item = String>,
) -> Option<String> {
    let below = |category: &str| name.strip_prefix(category)?.strip_prefix('/').map(str::to_owned);
    match category.and_then(|category| Some((category, below(category)?))) {
        Some((category, short)) => most_similar(&short, known).map(|nearest| format!("{category}/{nearest}")),
        None => most_similar(name, known),
    }
}

/// The most similar name above the threshold.
pub(crate) fn most_similar(name: &str, known: impl IntoIterator<Item = String>) -> Option<String> {
    let similarity = |other: &String| strsim::normalized_damerau_levenshtein(name, other);
    let nearest = known.into_iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    nearest.filter(|nearest| similarity(nearest) >= SIMILARITY_MIN)
}

/// The file unchanged, then with each known extension.
fn candidates(path: &Path) -> Vec<PathBuf> {
    let mut candidates = vec![path.to_path_buf()];
    let has_known = path
        .extension()
        .is_some_and(|extension| EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)));
    if !has_known {
        candidates.extend(EXTENSIONS.iter().map(|extension| {
            let mut name = path.as_os_str().to_owned();
            name.push(".");
            name.push(extension);
            PathBuf::from(name)
        }));
    }
    candidates
}

/// Names of the assets below a folder, without extension.
fn list(base: &Path, folder: &Path, depth: usize, names: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).take(LISTED_MAX).collect();
    paths.sort();
    for path in paths {
        if names.len() >= LISTED_MAX {
            return;
        }
        if path.is_dir() && depth > 1 {
            list(base, &path, depth - 1, names);
        } else if path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
        {
            let name = path.strip_prefix(base).unwrap_or(&path).with_extension("");
            names.extend(name.to_str().map(|name| name.replace('\\', "/")));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Two resource folders: `first/robots/atrv.blend`, `first/own.stl`, `second/environments/in/boxes.blend` and
    /// `second/robots/atrv.blend`.
    fn folders() -> (tempfile::TempDir, SearchPath) {
        let folder = tempfile::tempdir().unwrap();
        for file in [
            "first/robots/atrv.blend",
            "first/own.stl",
            "second/environments/in/boxes.blend",
            "second/robots/atrv.blend",
        ] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::write(folder.path().join("secret.blend"), "").unwrap();
        let search_path = SearchPath::new(["first", "second"].map(|name| folder.path().join(name)));
        (folder, search_path)
    }

    #[test]
    fn the_first_folder_wins_and_the_category_may_be_left_out() {
        let (folder, search_path) = folders();
        let find = |name: &str, category: Option<&str>| {
            let path = search_path.find(name, category).unwrap();
            path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(find("atrv", Some("robots")), "first/robots/atrv.blend");
        assert_eq!(find("robots/atrv", None), "first/robots/atrv.blend");
        assert_eq!(find("robots/atrv.blend", Some("robots")), "first/robots/atrv.blend");
        assert_eq!(find("in/boxes", Some("environments")), "second/environments/in/boxes.blend");
        assert_eq!(find("own", Some("props")), "first/own.stl");
        let whole = folder.path().join("second/robots/atrv.blend");
        assert_eq!(find(whole.to_str().unwrap(), None), "first/robots/atrv.blend");
    }

    #[test]
    fn names_cannot_climb_out() {
        let (folder, search_path) = folders();
        let secret = folder.path().join("secret.blend");
        for name in ["../secret", "robots/../../secret.blend", secret.to_str().unwrap(), "/etc/passwd"] {
            let error = search_path.find(name, Some("robots")).unwrap_err();
            assert!(matches!(error, AssetError::Outside { .. }), "{name}: {error}");
        }
        assert!(search_path.find("robots/../own.stl", None).is_ok());
    }

    #[test]
    fn a_trusted_scene_may_name_any_file_by_its_path() {
        let (folder, search_path) = folders();
        fs::write(folder.path().join("first/atrv.stl"), "").unwrap();
        fs::write(folder.path().join("first/atrv"), "").unwrap();
        let search_path = search_path.with_paths_from(&folder.path().join("first"));
        let find = |name: &str| {
            let path = search_path.find(name, Some("robots")).map_err(|error| error.to_string())?;
            Ok::<_, String>(path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned())
        };
        let found = |path: &str| Ok(path.to_owned());
        assert_eq!(find("../secret"), found("secret.blend"));
        assert_eq!(find(folder.path().join("secret.blend").to_str().unwrap()), found("secret.blend"));
        assert_eq!(find("./robots/../../secret.blend"), found("secret.blend"));
        // As given comes first, then the folders.
        assert_eq!(find("atrv"), found("first/atrv.stl"));
        assert_eq!(find("atrv.blend"), found("first/robots/atrv.blend"));
        assert_eq!(find("in/../robots/atrv"), found("first/robots/atrv.blend"));
        let error = find("../secrets").unwrap_err();
        assert!(error.contains("secrets.blend") && error.contains("no asset called"), "{error}");
        assert!(find("").is_err());
    }

    #[test]
    fn a_name_that_begins_with_two_dots_is_joined_to_each_folder() {
        let (folder, search_path) = folders();
        let search_path = search_path.with_paths_from(&folder.path().join("elsewhere/deep"));
        let found = search_path.find("../second/environments/in/boxes", Some("environments")).unwrap();
        assert_eq!(found, folder.path().join("second/environments/in/boxes.blend"));
        assert_eq!(search_path.find("../secret.blend", None).unwrap(), folder.path().join("secret.blend"));
        assert!(search_path.find("../second/boxes", None).is_err());
    }

    #[test]
    fn a_missing_model_is_reported_with_the_nearest_name_and_the_searched_folders() {
        let (_folder, search_path) = folders();
        let error = search_path.find("in/bokes", Some("environments")).unwrap_err().to_string();
        assert!(error.contains("did you mean in/boxes?"), "{error}");
        assert!(error.contains("second/environments/in/bokes.glb"), "{error}");
        let error = search_path.find("environments/in/bokes", Some("environments")).unwrap_err().to_string();
        assert!(
            error.starts_with(
                "no asset called \"environments/in/bokes\" (did you mean environments/in/boxes?)"
            ),
            "{error}"
        );
        let error = search_path.find("", None).unwrap_err();
        assert!(matches!(error, AssetError::NotFound { .. }));
    }

    #[test]
    fn a_scene_sees_its_own_folder_first() {
        let path = SearchPath::of_scene(
            Some(Path::new("/scenes/demo.py")),
            Some(OsStr::new("/mine:/yours::/mine")),
            &[PathBuf::from("/usr/share/morse/data")],
        );
        let expected = ["/scenes", "/mine", "/yours", "/usr/share/morse/data"].map(PathBuf::from);
        assert_eq!(path.folders(), expected);
    }
}
