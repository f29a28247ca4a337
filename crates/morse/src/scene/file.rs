//! Finds the scene file that a path or the words of a command line name, and its format.

use std::path::{Path, PathBuf};

use super::load_options::Trust;
use crate::environments::Environments;
use crate::error::LoadError;

/// What a scene file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Python, for the Builder.
    Script,
    /// A scene document.
    Document,
}

/// A scene file, found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub format: Format,
    /// Directory of the registered environment it belongs to.
    pub environment: Option<PathBuf>,
    /// Words for the script.
    pub arguments: Vec<String>,
    /// Whether it may run Python and name files anywhere: scripts always, documents when the user says so.
    pub is_trusted: bool,
    /// How the file was chosen when only its environment was named.
    pub default: Option<DefaultScene>,
}

/// How the scene of an environment is chosen when no file is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultScene {
    /// It is `default.py`.
    DefaultPy,
    /// There is no `default.py`: it is the first file, in alphabetical order, whose name looks like that of a scene.
    FirstFile,
}

impl SceneFile {
    /// A scene file of no environment, and words for its script.
    ///
    /// # Errors
    /// When there is no such file, or it is of a kind that cannot be run.
    pub fn at(path: &Path, arguments: &[String]) -> Result<Self, LoadError> {
        if !path.is_file() {
            return Err(LoadError::SceneNotFound(path.display().to_string()));
        }
        Self::new(path.to_path_buf(), None, arguments)
    }

    /// The file of a document that is in no file yet, under a name for messages.
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
    /// A first word that is no registered environment but a file is that file, and all other words are for its
    /// script.
    ///
    /// # Errors
    /// When there is no such environment or file, or it is of a kind that cannot be run.
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

    /// The scene with what the user said of it.
    ///
    /// # Errors
    /// When a script, which can do anything, is called untrusted.
    pub fn trusted(self, trust: Trust) -> Result<Self, LoadError> {
        if trust == Trust::Untrusted && self.is_trusted {
            return Err(LoadError::UntrustedScript(self.path));
        }
        let is_trusted = self.is_trusted || trust == Trust::Trusted;
        Ok(Self { is_trusted, ..self })
    }
}

/// `default.py`, or else the first file, in alphabetical order, whose name looks like that of a scene.
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
    fn an_environment_runs_its_default_scene() {
        let site = Site::new(&["a.py", "default.py", "other.py"]);
        let found = site.find(&["My_Sim/", "--robots", "3"]).unwrap();
        assert_eq!(found.path, site.path("default.py"));
        assert_eq!(found.environment.as_deref(), Some(site.folder.path()));
        assert_eq!(found.arguments, ["--robots", "3"]);
        assert_eq!(site.find(&["my_sim", "other.py", "x"]).unwrap().path, site.path("other.py"));
    }

    #[test]
    fn without_a_default_the_first_scene_is_taken() {
        let site = Site::new(&["z.py", "b.py", "a.txt"]);
        assert_eq!(site.find(&["my_sim"]).unwrap().path, site.path("b.py"));
    }

    #[test]
    fn a_file_is_a_script_whatever_its_name_says() {
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
    fn what_is_not_there_is_named() {
        let site = Site::new(&[]);
        assert!(matches!(site.find(&[]), Err(LoadError::NoScene)));
        assert!(matches!(site.find(&["nowhere.py"]), Err(LoadError::SceneNotFound(_))));
        assert!(matches!(site.find(&["nowhere", "scene.py"]), Err(LoadError::EnvironmentUnknown(_))));
        assert!(matches!(site.find(&["my_sim", "scene.py"]), Err(LoadError::FileNotFound { .. })));
        assert!(matches!(site.find(&["my_sim"]), Err(LoadError::SceneNotFound(_))));
    }
}
