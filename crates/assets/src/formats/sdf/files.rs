//! Files that an SDF file refers to: meshes, images and models, found by URI.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::SearchPath;
use crate::formats::sdf::REMEDY;
use crate::formats::xml::{self, Element};
use crate::limits::XML_DEPTH_MAX;
use crate::paths::{Roots, absolute, beside, in_package, package_folders, percent_decoded, read_file};

/// The folders in which files are looked for.
pub(super) struct Files {
    /// The folder of the file that is loaded.
    folder: PathBuf,
    /// Resource folders, and those of variables of ROS and Gazebo.
    resources: Vec<PathBuf>,
    /// Folders above the file that is loaded.
    above: Vec<PathBuf>,
    /// Whether the user may read any file.
    may_read_all: bool,
}

impl Files {
    /// The folders of a file. `variable` gives the variables of the environment.
    pub(super) fn of_file(
        path: &Path,
        search_path: &SearchPath,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Files {
        let path = absolute(path);
        Files {
            folder: path.parent().unwrap_or(&path).to_path_buf(),
            resources: search_path.folders().iter().cloned().chain(package_folders(variable)).collect(),
            above: path.ancestors().skip(1).map(Path::to_path_buf).collect(),
            may_read_all: search_path.may_read_all(),
        }
    }

    /// No folders: the file may refer to no other.
    pub(super) fn none() -> Files {
        Files { folder: PathBuf::new(), resources: Vec::new(), above: Vec::new(), may_read_all: false }
    }

    /// The folder of the file that is loaded.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folders that the files of a model may be in.
    pub(super) fn roots(&self, source: &Path) -> Roots {
        if self.above.is_empty() {
            Roots::none()
        } else {
            Roots::of(source, &self.resources, self.may_read_all)
        }
    }

    /// The file at a URI in `source`: `model://NAME/…`, `package://NAME/…`, `file://…`, or relative to the file, then to
    /// the folders.
    pub(super) fn find(&self, uri: &str, source: &Path) -> Result<PathBuf, String> {
        self.place(uri, source, Path::is_file)
    }

    /// The SDF file of the model at a URI, which names the file, or the folder of the model.
    pub(super) fn model(&self, uri: &str, source: &Path) -> Result<PathBuf, String> {
        let found = self.place(uri, source, |path| path.is_file() || path.is_dir())?;
        if found.is_file() { Ok(found) } else { in_model_folder(&found) }
    }

    /// The material scripts at a URI, which names a file, or a folder of `.material` files; in the order of their names.
    pub(super) fn scripts(&self, uri: &str, source: &Path) -> Vec<PathBuf> {
        let found = self.place(uri, source, |path| path.is_file() || path.is_dir());
        let Ok(found) = found else { return Vec::new() };
        let Ok(entries) = found.read_dir() else { return vec![found] };
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "material"));
        files.sort();
        files
    }

    fn place(&self, uri: &str, source: &Path, fits: impl Fn(&Path) -> bool) -> Result<PathBuf, String> {
        let uri = percent_decoded(&uri.trim().replace('\\', "/"));
        if self.above.is_empty() {
            return Err("it may refer to no other file".to_owned());
        }
        if uri.starts_with("http:") || uri.starts_with("https:") {
            return Err("files of the network are not read: download it, and name the file".to_owned());
        }
        let scheme = ["package:", "model:"].iter().find_map(|scheme| uri.strip_prefix(scheme));
        if let Some(inside) = scheme {
            return self.in_folders(inside.trim_start_matches('/'), &fits);
        }
        let reference = uri.strip_prefix("file://").unwrap_or(&uri);
        let beside = beside(source, reference, &self.roots(source));
        match beside {
            Ok(path) if fits(&path) => Ok(path),
            Ok(path) if Path::new(reference).is_absolute() => Err(format!("there is no {}", path.display())),
            Ok(path) => {
                self.in_folders(reference, &fits).map_err(|_| format!("there is no {}", path.display()))
            }
            Err(problem) => self.in_folders(reference, &fits).map_err(|_| problem),
        }
    }

    /// The place with a name below one of the folders, or below a folder of its first name.
    fn in_folders(&self, inside: &str, fits: &impl Fn(&Path) -> bool) -> Result<PathBuf, String> {
        let folders = self.resources.iter().chain(&self.above);
        in_package(inside, folders, "model", fits)
    }
}

/// The SDF file of a model folder: the one of the newest version in its `model.config`, or `model.sdf`.
fn in_model_folder(folder: &Path) -> Result<PathBuf, String> {
    let (config, usual) = (folder.join("model.config"), folder.join("model.sdf"));
    if !config.is_file() {
        return if usual.is_file() {
            Ok(usual)
        } else {
            Err(format!("{} has neither model.config nor model.sdf", folder.display()))
        };
    }
    let damaged = |problem: String| format!("{}: {problem}", config.display());
    let bytes = read_file(&config).map_err(|error| error.to_string())?;
    let text = xml::text_of(&bytes).map_err(|error| damaged(error.to_string()))?;
    let text = xml::tolerated(text);
    let document = xml::parse(&text, XML_DEPTH_MAX, REMEDY).map_err(|error| damaged(error.to_string()))?;
    let minor = |element: &Element<'_, '_>| -> u32 {
        let version = element.attribute("version").and_then(|version| version.split('.').nth(1));
        version.and_then(|minor| minor.parse().ok()).unwrap_or(0)
    };
    let root = Element(document.root_element());
    let named = root.children("sdf").filter(|element| minor(element) <= 12).max_by_key(minor);
    let name = named.and_then(|element| element.0.text()).map(str::trim).filter(|name| !name.is_empty());
    let path = absolute(&folder.join(name.ok_or_else(|| damaged("names no <sdf> file".to_owned()))?));
    if !path.starts_with(folder) {
        return Err(damaged(format!("{} is outside of the model", path.display())));
    }
    if path.is_file() { Ok(path) } else { Err(damaged(format!("there is no {}", path.display()))) }
}
