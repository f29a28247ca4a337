//! References from assets to other files, restricted to the resource folders.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use crate::AssetError;
use crate::limits::FILE_BYTES_MAX;

/// Folders that an asset may refer into.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roots(Vec<PathBuf>);

impl Roots {
    /// An asset that may refer to no file.
    pub(crate) fn none() -> Roots {
        Roots::default()
    }

    /// The resource folders, and the folder of the asset itself. An asset outside of all resource folders may
    /// also refer to the folders beside its own, as `environments/x` does to `props/y`. If the user may read any file, that
    /// holds for an asset in the uppermost resource folder, too, and assets may refer to all files of their project.
    pub(crate) fn of(asset: &Path, resource_folders: &[PathBuf], may_read_all: bool) -> Roots {
        let asset = absolute(asset);
        let mut roots: Vec<PathBuf> = resource_folders.iter().map(|folder| absolute(folder)).collect();
        if let Some(folder) = asset.parent() {
            let holds = |root: &PathBuf| asset.starts_with(root) && !(may_read_all && root == folder);
            let above = if roots.iter().any(holds) { None } else { folder.parent() };
            roots.push(above.unwrap_or(folder).to_path_buf());
            roots.extend(project_of(folder).filter(|_| may_read_all));
        }
        Roots(roots)
    }

    /// Roots of an asset without file: the resource folders.
    pub(crate) fn of_folders(resource_folders: &[PathBuf]) -> Roots {
        Roots(resource_folders.iter().map(|folder| absolute(folder)).collect())
    }

    fn hold(&self, path: &Path) -> bool {
        self.0.iter().any(|root| path.starts_with(root))
    }
}

/// Files and folders at the root of a project.
const PROJECT_MARKS: [&str; 4] = [".git", "package.xml", "pyproject.toml", "setup.py"];

/// The folder of the project that a folder is part of: the uppermost of a repository, a package of ROS and a package of Python.
fn project_of(folder: &Path) -> Option<PathBuf> {
    let has = |at: &Path, name: &str| at.join(name).exists();
    let is_marked = |at: &&Path| PROJECT_MARKS.iter().any(|mark| has(at, mark));
    let marked = folder.ancestors().filter(is_marked).last();
    let package = folder.ancestors().filter(|at| has(at, "__init__.py")).last();
    let uppermost = marked.into_iter().chain(package).min_by_key(|at| at.components().count());
    uppermost.filter(|at| at.parent().is_some()).map(Path::to_path_buf)
}

/// The file at a reference in an asset, inside the roots. Its existence is not checked.
///
/// In Blender's paths, `//` is the folder of the asset, and Windows uses backslashes.
pub(crate) fn beside(asset: &Path, reference: &str, roots: &Roots) -> Result<PathBuf, String> {
    let reference = reference.replace('\\', "/");
    let relative = reference.strip_prefix("//").unwrap_or(&reference);
    if relative.is_empty() || relative.contains('\0') {
        return Err("it is not a path".to_owned());
    }
    let folder = asset.parent().unwrap_or(Path::new(""));
    let path = absolute(&folder.join(relative));
    if roots.hold(&path) {
        Ok(path)
    } else {
        Err(format!(
            "{} is outside of the resource folders: add its folder to MORSE_RESOURCE_PATH",
            path.display()
        ))
    }
}

/// The absolute path without `.` and `..`, computed from the names only; symbolic links are the user's responsibility.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut plain = PathBuf::new();
    for component in whole.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// The bytes of a file within the size limit.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, AssetError> {
    let (file, length) = open_file(path)?;
    let mut bytes = Vec::with_capacity(length as usize);
    let read = file.take(FILE_BYTES_MAX).read_to_end(&mut bytes);
    read.map_err(|error| AssetError::Unreadable { path: path.to_path_buf(), error })?;
    Ok(bytes)
}

/// A file within the size limit, and its size. [bytes]
pub(crate) fn open_file(path: &Path) -> Result<(File, u64), AssetError> {
    let unreadable = |error| AssetError::Unreadable { path: path.to_path_buf(), error };
    let file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        let error = std::io::Error::other("it is not a regular file");
        return Err(unreadable(error));
    }
    if metadata.len() > FILE_BYTES_MAX {
        return Err(AssetError::TooLarge { path: path.to_path_buf() });
    }
    Ok((file, metadata.len()))
}

/// A URI with percent-encoding decoded.
pub(crate) fn percent_decoded(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while place < bytes.len() {
        let code = uri.get(place + 1..place + 3).filter(|_| bytes[place] == b'%');
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                plain.push(byte);
                place += 3;
            }
            None => {
                plain.push(bytes[place]);
                place += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// Variables of ROS and Gazebo whose entries are folders of packages and models, with the folder below each entry.
const VARIABLES: [(&str, &str); 6] = [
    ("ROS_PACKAGE_PATH", ""),
    ("AMENT_PREFIX_PATH", "share"),
    ("GZ_SIM_RESOURCE_PATH", ""),
    ("IGN_GAZEBO_RESOURCE_PATH", ""),
    ("SDF_PATH", ""),
    ("GAZEBO_MODEL_PATH", ""),
];
/// The variables that errors name.
const NAMED: &str = "MORSE_RESOURCE_PATH, ROS_PACKAGE_PATH, AMENT_PREFIX_PATH or GZ_SIM_RESOURCE_PATH";
/// Maximum number of folders that an error names.
const TRIED_MAX: usize = 4;

/// The folders of packages and models that variables of ROS and Gazebo name. `variable` gives the variables of the environment.
pub(crate) fn package_folders(variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for (name, below) in VARIABLES {
        let Some(entries) = variable(name) else { continue };
        let entries = std::env::split_paths(&entries).filter(|folder| folder.is_absolute());
        folders.extend(entries.map(|folder| if below.is_empty() { folder } else { folder.join(below) }));
    }
    folders
}

/// The place `NAME/…` of a package or model: below a folder `NAME` in one of the folders, or below one of them that is called
/// `NAME` itself. `kind` is "package" or "model", for errors.
pub(crate) fn in_package<'f>(
    inside: &str,
    folders: impl IntoIterator<Item = &'f PathBuf>,
    kind: &str,
    fits: impl Fn(&Path) -> bool,
) -> Result<PathBuf, String> {
    let (package, inner) = inside.split_once('/').unwrap_or((inside, ""));
    if package.is_empty() || package == ".." || package == "." {
        return Err(format!("it names no {kind}"));
    }
    let (mut without_file, mut tried) = (None, Vec::new());
    for folder in folders {
        tried.push(folder.display().to_string());
        // The folder itself may be the package, when it is in the resource path.
        let is_itself = folder.file_name().is_some_and(|name| name == package);
        for root in [Some(folder.join(package)), is_itself.then(|| folder.clone())].into_iter().flatten() {
            let path = absolute(&root.join(inner.trim_start_matches('/')));
            if !path.starts_with(&root) {
                return Err(format!("it leads out of its {kind}"));
            }
            if fits(&path) {
                return Ok(path);
            }
            if root.is_dir() {
                without_file.get_or_insert(root);
            }
        }
    }
    Err(match without_file {
        Some(root) => format!("{kind} {package} is {} and has no such file", root.display()),
        None => {
            let more = tried.len().saturating_sub(TRIED_MAX);
            tried.truncate(TRIED_MAX);
            let more = if more > 0 { format!(" and {more} more folders") } else { String::new() };
            let tried = if tried.is_empty() { "no folder".to_owned() } else { tried.join(", ") };
            format!(
                "{kind} {package} is in no resource folder: add the folder that holds {package} to {NAMED}; tried \
                 {tried}{more}"
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_ros_and_gazebo_name_folders_of_packages() {
        let variable = |name: &str| match name {
            "ROS_PACKAGE_PATH" => Some(OsString::from("/ws/src:relative:/opt/one")),
            "AMENT_PREFIX_PATH" => Some(OsString::from("/ws/install/arm:/opt/ros/jazzy")),
            "GZ_SIM_RESOURCE_PATH" => Some(OsString::from("/models")),
            _ => None,
        };
        let expected = ["/ws/src", "/opt/one", "/ws/install/arm/share", "/opt/ros/jazzy/share", "/models"]
            .map(PathBuf::from);
        assert_eq!(package_folders(variable), expected);
        assert_eq!(package_folders(|_| None), Vec::<PathBuf>::new());
    }

    #[test]
    fn error_for_a_package_has_the_folders_that_were_tried() {
        let folders: Vec<PathBuf> = (0..6).map(|number| PathBuf::from(format!("/none/{number}"))).collect();
        let error = in_package("arm/a.stl", &folders, "package", Path::is_file).unwrap_err();
        assert!(error.contains("ROS_PACKAGE_PATH, AMENT_PREFIX_PATH or GZ_SIM_RESOURCE_PATH"), "{error}");
        assert!(error.ends_with("tried /none/0, /none/1, /none/2, /none/3 and 2 more folders"), "{error}");
    }

    fn found(asset: &str, reference: &str, folders: &[&str]) -> Result<PathBuf, String> {
        let folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
        beside(Path::new(asset), reference, &Roots::of(Path::new(asset), &folders, false))
    }

    #[test]
    fn references_are_relative_to_the_asset() {
        let there = Ok(PathBuf::from("/data/props/crates.blend"));
        assert_eq!(found("/data/environments/a.blend", "//../props/crates.blend", &["/data"]), there);
        assert_eq!(found("/data/environments/a.blend", "//..\\props\\crates.blend", &[]), there);
        assert_eq!(found("/data/props/a.gltf", "crates.blend", &[]), there);
        assert_eq!(found("/data/props/a.gltf", "/data/props/crates.blend", &[]), there);
    }

    #[test]
    fn trusted_assets_refer_to_their_whole_project() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let arm = root.join("robots/package/envs/arm/assets/arm.xml");
        std::fs::create_dir_all(arm.parent().unwrap()).unwrap();
        let scene = [arm.parent().unwrap().to_path_buf()];
        let found = |reference: &str, may_read_all: bool| {
            beside(&arm, reference, &Roots::of(&arm, &scene, may_read_all))
        };
        // Beside its folder, although its folder is that of the scene.
        assert!(found("../meshes/a.stl", false).is_err());
        assert_eq!(found("../meshes/a.stl", true), Ok(root.join("robots/package/envs/arm/meshes/a.stl")));
        assert!(found("../../../meshes/a.stl", true).is_err());
        std::fs::write(root.join("robots/package/__init__.py"), "").unwrap();
        assert!(found("../../../meshes/a.stl", true).is_ok());
        assert!(found("../../../../meshes/a.stl", true).is_err());
        std::fs::create_dir(root.join("robots/.git")).unwrap();
        assert!(found("../../../../meshes/a.stl", true).is_ok());
        assert!(found("../../../../../a.stl", true).is_err());
        assert!(found("../../../../meshes/a.stl", false).is_err());
    }

    #[test]
    fn references_cannot_climb_out() {
        for (asset, reference, folders) in [
            ("/data/environments/in/a.blend", "//../../../etc/passwd", &["/data"][..]),
            ("/data/a.blend", "/etc/passwd", &["/data"]),
            ("/home/me/props/a.blend", "//../../secret", &[]),
            ("/data/a.blend", "//", &["/data"]),
            ("/data/a.blend", "", &["/data"]),
        ] {
            assert!(found(asset, reference, folders).is_err(), "{reference}");
        }
        assert!(beside(Path::new("a"), "b", &Roots::none()).is_err());
    }
}
