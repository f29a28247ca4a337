//! Durations of builds and tests, and the table of the slowest ones.

use std::fs;
use std::path::Path;
use std::time::Instant;

use xtask::shell::root;

/// Folder of the saved durations, one file for each task.
const FOLDER: &str = "target/times";
/// Rows of the table.
const ROWS: usize = 10;

/// Durations that one task measured.
#[derive(Default)]
pub(crate) struct Times {
    task: &'static str,
    /// Names and durations in seconds. Parts of a row, such as the tests of a suite, may have rows of their own.
    rows: Vec<(String, f64)>,
}

impl Times {
    /// An empty list for a task.
    pub(crate) fn new(task: &'static str) -> Self {
        Self { task, rows: Vec::new() }
    }

    /// Adds a duration. [s]
    pub(crate) fn add(&mut self, name: &str, seconds: f64) {
        self.rows.push((name.to_owned(), seconds));
    }

    /// Calls a function and adds its duration.
    pub(crate) fn measure<T>(&mut self, name: &str, call: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = call();
        self.add(name, begun.elapsed().as_secs_f64());
        result
    }

    /// Adds the tests of a JUnit file as nextest writes it. A missing file adds nothing.
    pub(crate) fn add_junit(&mut self, file: &Path) {
        let text = fs::read_to_string(file).unwrap_or_default();
        self.rows.extend(junit(&text));
    }

    /// Adds the units of the last build that wrote timings.
    pub(crate) fn add_builds(&mut self) {
        let text =
            fs::read_to_string(root().join("target/cargo-timings/cargo-timing.html")).unwrap_or_default();
        self.rows.extend(units(&text));
    }

    /// Saves the durations, for [`saved_table`].
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn save(&self) -> Result<(), String> {
        let folder = root().join(FOLDER);
        let path = folder.join(self.task);
        let lines: String =
            self.rows.iter().map(|(name, seconds)| format!("{seconds:.1}\t{name}\n")).collect();
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, lines))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The slowest rows, slowest first.
    pub(crate) fn table(&self) -> String {
        let mut rows: Vec<&(String, f64)> = self.rows.iter().collect();
        rows.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let lines = rows.iter().take(ROWS).map(|(name, seconds)| format!("{seconds:8.1} s  {name}\n"));
        format!("The slowest {}:\n{}", self.task, lines.collect::<String>())
    }
}

/// The slowest builds and tests of the tasks that saved their durations.
pub(crate) fn saved_table() -> Result<String, String> {
    let folder = root().join(FOLDER);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut all = Times::new("builds and tests");
    for entry in entries.flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let rows = text.lines().filter_map(|line| line.split_once('\t'));
        all.rows.extend(rows.filter_map(|(seconds, name)| Some((name.to_owned(), seconds.parse().ok()?))));
    }
    Ok(all.table())
}

/// Names and durations of the test cases of a JUnit file.
fn junit(text: &str) -> Vec<(String, f64)> {
    let attribute = |element: &str, name: &str| {
        let (_, rest) = element.split_once(&format!(" {name}=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_owned())
    };
    let cases = text.split("<testcase").skip(1).filter_map(|rest| rest.split_once('>'));
    cases
        .filter_map(|(case, _)| {
            let name = format!("{}::{}", attribute(case, "classname")?, attribute(case, "name")?);
            Some((name, attribute(case, "time")?.parse().ok()?))
        })
        .collect()
}

/// Names and durations of the compilations in a page of `cargo build --timings`.
fn units(page: &str) -> Vec<(String, f64)> {
    let Some((_, rest)) = page.split_once("const UNIT_DATA = ") else { return Vec::new() };
    let data = rest.split_once(";\n").map_or(rest, |(data, _)| data);
    let units: Vec<serde_json::Value> = serde_json::from_str(data).unwrap_or_default();
    let text = |unit: &serde_json::Value, key: &str| unit[key].as_str().unwrap_or_default().trim().to_owned();
    let row = |unit: &serde_json::Value| {
        let name = format!("compile {} {}", text(unit, "name"), text(unit, "target"));
        Some((name.trim_end().to_owned(), unit["duration"].as_f64()?))
    };
    units.iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_from_junit_and_timings() {
        let text = r#"<testsuite name="a"><testcase name="t" classname="morse-sim" time="0.25"></testcase></testsuite>"#;
        assert_eq!(junit(text), [("morse-sim::t".to_owned(), 0.25)]);
        let page =
            "const UNIT_DATA = [{\"name\": \"glam\", \"target\": \"\", \"duration\": 6.1}];\nconst X = 1;";
        assert_eq!(units(page), [("compile glam".to_owned(), 6.1)]);
        assert_eq!(units("another page"), []);
    }

    #[test]
    fn the_table_begins_with_the_slowest() {
        let mut times = Times::new("tests");
        times.add("fast", 1.0);
        times.add("slow", 20.0);
        assert_eq!(times.table(), "The slowest tests:\n    20.0 s  slow\n     1.0 s  fast\n");
    }
}
