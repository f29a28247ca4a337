//! The end-to-end tests: real commands and real peers, a job for each file.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::jobs::Job;
use super::unittest;
use xtask::shell::root;

/// The folder of the tests; each of its packages holds files of tests.
const FOLDER: &str = "tests/e2e";
/// These take the longest and begin first.
const LONGEST: [&str; 5] = [
    "clients/test_tutorials_chase_debian.py",
    "clients/test_tutorials_chase.py",
    "clients/test_tutorials_cameras.py",
    "recordings/test_campaign_ray.py",
    "clients/test_tutorial_pages.py",
];
/// Files of tests, in the order in which they begin.
pub(super) struct Files(Vec<String>);

impl Files {
    /// All files.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file of tests lies outside of its packages.
    pub(super) fn all() -> Result<Self, String> {
        let list = |folder: &str| {
            let entries = fs::read_dir(root().join(FOLDER).join(folder));
            let entries = entries.map_err(|error| format!("{FOLDER}/{folder}: {error}"))?;
            Ok::<_, String>(entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()))
        };
        if let Some(name) = list("")?.find(|name| name.starts_with("test_")) {
            return Err(format!("{FOLDER}/{name}: tests lie in a folder that has an `__init__.py`"));
        }
        let mut names = Vec::new();
        let is_package = |name: &String| root().join(FOLDER).join(name).join("__init__.py").exists();
        for package in list("")?.filter(is_package) {
            let tests = list(&package)?.filter(|name| name.starts_with("test_") && name.ends_with(".py"));
            names.extend(tests.map(|name| format!("{package}/{name}")));
        }
        names.sort_by_key(|name| {
            (LONGEST.iter().position(|it| it == name).unwrap_or(usize::MAX), name.clone())
        });
        Ok(Self(names))
    }

    /// The files below these paths, relative to the folder of the tests or to the root; all files if there are none.
    ///
    /// # Errors
    /// As [`Files::all`], and if no file lies below a path.
    pub(super) fn named(paths: &[&str]) -> Result<Self, String> {
        let all = Self::all()?;
        if paths.is_empty() {
            return Ok(all);
        }
        let prefixes: Vec<&str> =
            paths.iter().map(|path| path.trim_start_matches(FOLDER).trim_start_matches('/')).collect();
        if let Some(unknown) = prefixes.iter().find(|it| !all.0.iter().any(|file| file.starts_with(**it))) {
            return Err(format!("{FOLDER} has no tests below `{unknown}`"));
        }
        Ok(Self(all.0.into_iter().filter(|file| prefixes.iter().any(|it| file.starts_with(it))).collect()))
    }
}

/// One job for each file.
pub(super) fn jobs(python: &Path, files: &Files) -> Vec<Job> {
    let job = |file: &String| Job { name: format!("{FOLDER}/{file}"), command: command(python, file) };
    files.0.iter().map(job).collect()
}

/// The command that runs the tests of a file, `clients/test_client.py` for example.
pub(super) fn command(python: &Path, file: &str) -> Command {
    let (package, name) = file.split_once('/').unwrap_or(("", file));
    unittest::command(python, &["-s", &format!("{FOLDER}/{package}"), "-t", FOLDER, "-p", name])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_selected_by_folder_or_name_and_unknown_ones_are_an_error() {
        let all = Files::all().unwrap().0;
        let client = "clients/test_client.py".to_owned();
        assert!(all.contains(&client));
        assert_eq!(
            Files::named(&["tests/e2e/clients/test_client.py"]).unwrap().0,
            std::slice::from_ref(&client)
        );
        let folder = Files::named(&["clients"]).unwrap().0;
        assert!(folder.contains(&client) && folder.len() < all.len());
        assert!(Files::named(&["clients/test_nothing"]).is_err());
    }

    #[test]
    fn the_longest_files_are_there_and_begin_first() {
        let all = Files::all().unwrap().0;
        assert_eq!(all.iter().take(LONGEST.len()).collect::<Vec<_>>(), LONGEST.iter().collect::<Vec<_>>());
    }
}
