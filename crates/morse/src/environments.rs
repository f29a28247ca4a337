//! Simulation environments registered in `~/.morse/config`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Why the registration of an environment cannot be changed.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// The user has no home directory.
    #[error("there is no home directory to keep ~/.morse/config in")]
    NoHome,
    /// The configuration file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

/// Registered environments: names in lower case, and directories.
#[derive(Debug, Default)]
pub struct Environments {
    roots: BTreeMap<String, PathBuf>,
}

impl Environments {
    /// The environments of this user; empty if there is no configuration file.
    #[must_use]
    pub fn of_user() -> Self {
        let text = config().and_then(|file| fs::read_to_string(file).ok());
        text.map(|text| Self::parse(&text)).unwrap_or_default()
    }

    /// Registers an environment of this user, replacing an older one of that name.
    ///
    /// # Errors
    /// If the configuration file cannot be written.
    pub fn register(&mut self, name: &str, root: &Path) -> Result<(), EnvironmentError> {
        self.roots.insert(name.to_lowercase(), root.to_path_buf());
        rewrite(name, Some(root))
    }

    /// Removes the registration of an environment of this user.
    ///
    /// # Errors
    /// If the configuration file cannot be written.
    pub fn forget(&mut self, name: &str) -> Result<(), EnvironmentError> {
        self.roots.remove(&name.to_lowercase());
        rewrite(name, None)
    }

    /// Parses a configuration file: `name = directory` in the section `sites`. Other lines are ignored.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut roots = BTreeMap::new();
        let mut in_sites = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with(['#', ';']) {
                continue;
            }
            if let Some(section) = line.strip_prefix('[') {
                in_sites = section.strip_suffix(']') == Some("sites");
            } else if in_sites && let Some((name, root)) = line.split_once(['=', ':']) {
                roots.insert(name.trim().to_lowercase(), PathBuf::from(root.trim()));
            }
        }
        Self { roots }
    }

    /// Names and directories, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.roots.iter().map(|(name, root)| (name.as_str(), root.as_path()))
    }

    /// The directory of an environment. The case of the name is ignored.
    #[must_use]
    pub fn root(&self, name: &str) -> Option<PathBuf> {
        self.roots.get(&name.to_lowercase()).cloned()
    }
}

/// Path of the configuration file.
fn config() -> Option<PathBuf> {
    Some(env::home_dir()?.join(".morse/config"))
}

fn rewrite(name: &str, root: Option<&Path>) -> Result<(), EnvironmentError> {
    let Some(file) = config() else {
        return Err(EnvironmentError::NoHome);
    };
    let text = fs::read_to_string(&file).unwrap_or_default();
    let write = |()| fs::write(&file, edited(&text, name, root));
    file.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(write)
        .map_err(|error| EnvironmentError::Write { path: file.clone(), error })
}

/// Sets the directory of an environment in the text of a configuration file, or removes the environment. Everything else
/// is unchanged.
fn edited(text: &str, name: &str, root: Option<&Path>) -> String {
    let entry = root.map(|root| format!("{} = {}", name.to_lowercase(), root.display()));
    let mut lines: Vec<String> = Vec::new();
    let (mut in_sites, mut place) = (false, None);
    for line in text.lines() {
        if let Some(section) = line.trim().strip_prefix('[') {
            in_sites = section.strip_suffix(']') == Some("sites");
        }
        let key = line.split_once(['=', ':']).map(|(key, _)| key.trim().to_lowercase());
        if !(in_sites && key == Some(name.to_lowercase())) {
            lines.push(line.to_owned());
        }
        if in_sites && !line.trim().is_empty() {
            place = Some(lines.len());
        }
    }
    if let Some(entry) = entry {
        let place = place.unwrap_or_else(|| {
            lines.push("[sites]".to_owned());
            lines.len()
        });
        lines.insert(place, entry);
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_section_sites_is_read() {
        let text =
            "# mine\n[other]\na = /a\n[sites]\nMy_Sim = /home/me/50% done\n; b = /b\nc: /c d\nnonsense\n";
        let environments = Environments::parse(text);
        assert_eq!(environments.root("MY_SIM"), Some(PathBuf::from("/home/me/50% done")));
        assert_eq!(environments.root("c"), Some(PathBuf::from("/c d")));
        for absent in ["a", "b", "nonsense"] {
            assert_eq!(environments.root(absent), None);
        }
    }

    #[test]
    fn registering_and_forgetting_keep_other_lines() {
        let text = "# mine\n[sites]\na = /a\n\n[other]\na = 1\n";
        let with = edited(text, "My_Sim", Some(Path::new("/home/me/my_sim")));
        assert_eq!(with, "# mine\n[sites]\na = /a\nmy_sim = /home/me/my_sim\n\n[other]\na = 1\n");
        assert_eq!(edited(&with, "MY_SIM", None), text);
        assert_eq!(edited("", "a", Some(Path::new("/a"))), "[sites]\na = /a\n");
        assert_eq!(edited("[sites]\na = /a\n", "A", Some(Path::new("/b"))), "[sites]\na = /b\n");
    }
}
