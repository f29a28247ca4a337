//! Finds the scene file that a path or a command line names.

use std::path::{Path, PathBuf};

use super::load_options::Trust;
use crate::environments::Environments;
use crate::error::LoadError;

/// The format of a scene file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A Python script for the Builder.
    Script,
    /// A scene document.
    Document,
}

/// A scene file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneFile {
    /// Path of the file, or the name of a document without a file.
    pub path: PathBuf,
    /// Format of the file.
    pub format: Format,
    /// Directory of the registered environment that contains it.
    pub environment: Option<PathBuf>,
    /// Arguments of the script.
    pub arguments: Vec<String>,
    /// Whether it may run Python and access any file: always for scripts, on request of the user for documents.
    pub is_trusted: bool,
    /// How the file was chosen if only its environment was named.
    pub default: Option<DefaultScene>,
}

/// How the scene of an environment is chosen if no file is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultScene {
    /// The environment has a `default.py`.
    DefaultPy,
    /// There is no `default.py`; the first scene file in alphabetical order is chosen.
    FirstFile,
}

impl SceneFile {
    /// A scene file without an environment, and arguments of its script.
    ///
    /// # Errors
    /// If there is no such file, or its format cannot be run.
    pub fn at(path: &Path, arguments: &[String]) -> Result<Self, LoadError> {
        if !path.is_file() {
            return Err(LoadError::SceneNotFound(path.display().to_string()));
        }
        Self::new(path.to_path_buf(), None, arguments)
    }

    /// A placeholder for a document without a file, with a name for messages.
    #[must_use]
    pub fn of_document(name: impl Into<PathBuf>) -> Self {
        Self {
            path: name.into(),
            format: Format::Document,
            environment: None,
            arguments: Vec::new(),
            is_trusted: false,
            default: None,
        }
    }

    /// Finds the scene of `words`: `[ENVIRONMENT] [FILE] [ARGUMENTS…]`.
    ///
    /// If the first word is not a registered environment but a file, that file is the scene, and all other words are
    /// arguments of its script.
    ///
    /// # Errors
    /// If there is no such environment or file, or its format cannot be run.
    pub fn find(words: &[String], environments: &Environments) -> Result<Self, LoadError> {
        let (name, rest) = words.split_first().ok_or(LoadError::NoScene)?;
        let second = rest.first().filter(|word| !word.starts_with('-'));
        let Some(root) = environments.root(name.trim_end_matches('/')) else {
            return match second {
                _ if Path::new(name).is_file() => Self::new(PathBuf::from(name), None, rest),
                Some(_) => Err(LoadError::EnvironmentUnknown(name.clone())),
                None => Err(LoadError::SceneNotFound(name.clone())),
            };
        };
        if let Some(file) = second {
            let below = root.join(file);
            let candidates = [below.clone(), PathBuf::from(file)];
            let path = candidates.into_iter().find(|path| path.is_file());
            let path = path.ok_or_else(|| LoadError::FileNotFound { file: file.clone(), below })?;
            return Self::new(path, Some(root), &rest[1..]);
        }
        match default_scene(&root) {
            Some((path, default)) => {
                Ok(Self { default: Some(default), ..Self::new(path, Some(root), rest)? })
            }
            None if Path::new(name).is_file() => Self::new(PathBuf::from(name), None, rest),
            None => Err(LoadError::SceneNotFound(name.clone())),
        }
    }

    fn new(path: PathBuf, environment: Option<PathBuf>, arguments: &[String]) -> Result<Self, LoadError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let format = match extension {
            "blend" => return Err(LoadError::Blend(path)),
            "json" => Format::Document,
            _ => Format::Script,
        };
        if format == Format::Document && !arguments.is_empty() {
            return Err(LoadError::DocumentArguments { path, words: arguments.join(" ") });
        }
        let is_trusted = format == Format::Script;
        Ok(Self { path, format, environment, arguments: arguments.to_vec(), is_trusted, default: None })
    }

    /// Sets whether the user trusts the scene.
    ///
    /// # Errors
    /// If a script, which can do anything, is to be untrusted.
    pub fn trusted(self, trust: Trust) -> Result<Self, LoadError> {
        if trust == Trust::Untrusted && self.is_trusted {
            return Err(LoadError::UntrustedScript(self.path));
        }
        let is_trusted = self.is_trusted || trust == Trust::Trusted;
        Ok(Self { is_trusted, ..self })
    }
}

/// `default.py`, or else the first file in alphabetical order whose name looks like a scene file.
fn default_scene(root: &Path) -> Option<(PathBuf, DefaultScene)> {
    let default = root.join("default.py");
    if default.is_file() {
        return Some((default, DefaultScene::DefaultPy));
    }
    let entries = std::fs::read_dir(root).ok()?;
    let looks_like_a_scene = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        path.is_file() && (name.contains(".py") || name.contains(".blend"))
    };
    let first = entries.flatten().map(|entry| entry.path()).filter(looks_like_a_scene).min()?;
    Some((first, DefaultScene::FirstFile))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Site {
        folder: tempfile::TempDir,
        environments: Environments,
    }

    impl Site {
        fn new(files: &[&str]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            for file in files {
                std::fs::write(folder.path().join(file), "").unwrap();
            }
            let config = format!("[sites]\nmy_sim = {}\n", folder.path().display());
            Self { folder, environments: Environments::parse(&config) }
        }

        fn find(&self, words: &[&str]) -> Result<SceneFile, LoadError> {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            SceneFile::find(&words, &self.environments)
        }

        fn path(&self, file: &str) -> PathBuf {
            self.folder.path().join(file)
        }
    }

    #[test]
    fn environment_has_default_scene() {
        let site = Site::new(&["a.py", "default.py", "other.py"]);
        let found = site.find(&["My_Sim/", "--robots", "3"]).unwrap();
        assert_eq!(found.path, site.path("default.py"));
        assert_eq!(found.environment.as_deref(), Some(site.folder.path()));
        assert_eq!(found.arguments, ["--robots", "3"]);
        assert_eq!(site.find(&["my_sim", "other.py", "x"]).unwrap().path, site.path("other.py"));
    }

    #[test]
    fn first_scene_is_default_without_default_py() {
        let site = Site::new(&["z.py", "b.py", "a.txt"]);
        assert_eq!(site.find(&["my_sim"]).unwrap().path, site.path("b.py"));
    }

    #[test]
    fn extension_selects_format_and_unknown_extensions_are_scripts() {
        let site = Site::new(&["scene", "scene.json", "scene.blend"]);
        let path = |file: &str| site.path(file).display().to_string();
        let script = site.find(&[&path("scene"), "plain", "--option"]).unwrap();
        assert_eq!((script.format, script.environment), (Format::Script, None));
        assert_eq!(script.arguments, ["plain", "--option"]);
        assert_eq!(site.find(&[&path("scene.json")]).unwrap().format, Format::Document);
        assert!(matches!(
            site.find(&[&path("scene.json"), "--fast"]),
            Err(LoadError::DocumentArguments { .. })
        ));
        assert!(matches!(site.find(&[&path("scene.blend")]), Err(LoadError::Blend(_))));
    }

    #[test]
    fn missing_scenes_are_reported() {
        let site = Site::new(&[]);
        assert!(matches!(site.find(&[]), Err(LoadError::NoScene)));
        assert!(matches!(site.find(&["nowhere.py"]), Err(LoadError::SceneNotFound(_))));
        assert!(matches!(site.find(&["nowhere", "scene.py"]), Err(LoadError::EnvironmentUnknown(_))));
        assert!(matches!(site.find(&["my_sim", "scene.py"]), Err(LoadError::FileNotFound { .. })));
        assert!(matches!(site.find(&["my_sim"]), Err(LoadError::SceneNotFound(_))));
    }
}
