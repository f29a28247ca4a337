//! Finding the scene that the words of a command line mean.

mod environments;

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::log;

pub use environments::Environments;

/// What a scene file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Python, for the Builder.
    Script,
    /// A scene document.
    Document,
}

/// A scene file, found.
#[derive(Debug, PartialEq, Eq)]
pub struct SceneFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub format: Format,
    /// Directory of the registered environment it belongs to.
    pub environment: Option<PathBuf>,
    /// Words for the script.
    pub arguments: Vec<String>,
}

impl SceneFile {
    /// Finds the scene of `words`: `[ENVIRONMENT] [FILE] [ARGUMENTS…]`.
    ///
    /// A first word that is no registered environment but a file is that file, and all other words are for its script.
    ///
    /// # Errors
    /// When there is no such environment or file, or it is of a kind that cannot be run.
    pub fn find(words: &[String], environments: &Environments) -> Result<Self, Failure> {
        let (name, rest) = words.split_first().ok_or(Failure::NoScene)?;
        let second = rest.first().filter(|word| !word.starts_with('-'));
        let Some(root) = environments.root(name.trim_end_matches('/')) else {
            return match second {
                _ if Path::new(name).is_file() => Self::new(PathBuf::from(name), None, rest),
                Some(_) => Err(Failure::EnvironmentUnknown(name.clone())),
                None => Err(Failure::SceneNotFound(name.clone())),
            };
        };
        if let Some(file) = second {
            let below = root.join(file);
            let candidates = [below.clone(), PathBuf::from(file)];
            let path = candidates.into_iter().find(|path| path.is_file());
            let path = path.ok_or_else(|| Failure::FileNotFound { file: file.clone(), below })?;
            return Self::new(path, Some(root), &rest[1..]);
        }
        match default_scene(&root) {
            Some(path) => {
                log::notice(&format!("Using default scene in environment {name}."));
                Self::new(path, Some(root), rest)
            }
            None if Path::new(name).is_file() => Self::new(PathBuf::from(name), None, rest),
            None => Err(Failure::SceneNotFound(name.clone())),
        }
    }

    fn new(path: PathBuf, environment: Option<PathBuf>, arguments: &[String]) -> Result<Self, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let format = match extension {
            "blend" => return Err(Failure::Blend(path)),
            "json" => Format::Document,
            _ => Format::Script,
        };
        if format == Format::Document && !arguments.is_empty() {
            return Err(Failure::DocumentArguments { path, words: arguments.join(" ") });
        }
        Ok(Self { path, format, environment, arguments: arguments.to_vec() })
    }
}

/// `default.py`, or else the first file, in alphabetical order, whose name looks like that of a scene.
fn default_scene(root: &Path) -> Option<PathBuf> {
    let default = root.join("default.py");
    if default.is_file() {
        return Some(default);
    }
    let entries = std::fs::read_dir(root).ok()?;
    let looks_like_a_scene = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        path.is_file() && (name.contains(".py") || name.contains(".blend"))
    };
    let first = entries.flatten().map(|entry| entry.path()).filter(looks_like_a_scene).min()?;
    log::notice(&format!("{} has no default.py; taking {}.", root.display(), first.display()));
    Some(first)
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

        fn find(&self, words: &[&str]) -> Result<SceneFile, Failure> {
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
            Err(Failure::DocumentArguments { .. })
        ));
        assert!(matches!(site.find(&[&path("scene.blend")]), Err(Failure::Blend(_))));
    }

    #[test]
    fn what_is_not_there_is_named() {
        let site = Site::new(&[]);
        assert!(matches!(site.find(&[]), Err(Failure::NoScene)));
        assert!(matches!(site.find(&["nowhere.py"]), Err(Failure::SceneNotFound(_))));
        assert!(matches!(site.find(&["nowhere", "scene.py"]), Err(Failure::EnvironmentUnknown(_))));
        assert!(matches!(site.find(&["my_sim", "scene.py"]), Err(Failure::FileNotFound { .. })));
        assert!(matches!(site.find(&["my_sim"]), Err(Failure::SceneNotFound(_))));
    }
}
