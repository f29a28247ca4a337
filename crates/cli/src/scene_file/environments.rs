//! Environments that users registered in `~/.morse/config`.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Registered environments: name, in lower case, and directory.
#[derive(Debug, Default)]
pub struct Environments {
    roots: BTreeMap<String, PathBuf>,
}

impl Environments {
    /// Those of this user; none when there is no configuration file.
    #[must_use]
    pub fn of_user() -> Self {
        let file = std::env::home_dir().map(|home| home.join(".morse/config"));
        let text = file.and_then(|file| std::fs::read_to_string(file).ok());
        text.map(|text| Self::parse(&text)).unwrap_or_default()
    }

    /// Reads the text of a configuration file: `name = directory` in the section `sites`. Other lines mean nothing.
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

    /// The directory of an environment. Case does not matter.
    #[must_use]
    pub fn root(&self, name: &str) -> Option<PathBuf> {
        self.roots.get(&name.to_lowercase()).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_section_of_sites_counts() {
        let text =
            "# mine\n[other]\na = /a\n[sites]\nMy_Sim = /home/me/50% done\n; b = /b\nc: /c d\nnonsense\n";
        let environments = Environments::parse(text);
        assert_eq!(environments.root("MY_SIM"), Some(PathBuf::from("/home/me/50% done")));
        assert_eq!(environments.root("c"), Some(PathBuf::from("/c d")));
        for absent in ["a", "b", "nonsense"] {
            assert_eq!(environments.root(absent), None);
        }
    }
}
