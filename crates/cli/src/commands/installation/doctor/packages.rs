//! Check of `morse doctor` for packages of Python that are too old.

use std::process::Command;

use morse::python::Interpreter;

use super::{Finding, good, missing};

/// Packages that programs of users use with MORSE, and the oldest versions that work, as in `pyproject.toml`.
const OLDEST: [(&str, &str, &str); 5] = [
    ("numpy", "1.21", "numpy"),
    ("gymnasium", "1.1", "morse.gym"),
    ("pettingzoo", "1.24", "morse.gym.SceneParallelEnv"),
    ("xacro", "2.1", "robots in xacro files"),
    ("ray", "2.9", "morse campaign --ray"),
];
/// The package of the wheel.
const WHEEL: &str = "morse-simulator";
/// Prints the name and version of each installed package of the arguments.
const PROGRAM: &str = "\
import sys
from importlib import metadata
for name in sys.argv[1:]:
    try:
        print(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        pass
";

/// Checks the versions of the packages that are installed for this Python.
pub(super) fn packages(interpreter: &Interpreter) -> Finding {
    let names = OLDEST.iter().map(|(name, _, _)| *name).chain([WHEEL]);
    let output = Command::new(&interpreter.path).args(["-c", PROGRAM]).args(names).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    judge(&text, env!("CARGO_PKG_VERSION"))
}

/// The finding for a list of installed packages, one a line, and the version of this command.
fn judge(installed: &str, own: &str) -> Finding {
    let found: Vec<(&str, &str)> = installed.lines().filter_map(|line| line.split_once(' ')).collect();
    let version =
        |name: &str| found.iter().find(|(package, _)| *package == name).map(|(_, version)| *version);
    let mut old = Vec::new();
    let mut remedies = Vec::new();
    for (name, oldest, used_by) in OLDEST {
        if let Some(version) = version(name)
            && is_older(version, oldest)
        {
            old.push(format!("{name} {version} is too old for {used_by}, which needs {oldest}"));
            remedies.push(name);
        }
    }
    if let Some(version) = version(WHEEL)
        && version != own
    {
        old.push(format!("the package {WHEEL} {version} differs from this command, {own}"));
        remedies.push(WHEEL);
    }
    if old.is_empty() {
        let names: Vec<String> = found.iter().map(|(name, version)| format!("{name} {version}")).collect();
        let text = if names.is_empty() { "none is installed".to_owned() } else { names.join(", ") };
        return good("packages", text);
    }
    missing("packages", old.join("; "), &format!("pip install --upgrade {}", remedies.join(" ")))
}

/// Whether a version such as `1.9.3` comes before one such as `1.21`. Parts that are not numbers count as 0.
fn is_older(version: &str, oldest: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        text.split('.')
            .map(|part| part.chars().take_while(char::is_ascii_digit).collect::<String>())
            .map(|part| part.parse().unwrap_or(0))
            .collect()
    };
    numbers(version) < numbers(oldest)
}

#[cfg(test)]
mod tests {
    use super::super::Health;
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(is_older("1.9.3", "1.21"));
        assert!(!is_older("1.21", "1.21") && !is_older("2.4.6", "1.21") && !is_older("1.21.0rc1", "1.21"));
    }

    #[test]
    fn old_packages_are_named_with_a_remedy() {
        let finding = judge("numpy 1.19.5\ngymnasium 0.29.1\nmorse-simulator 0.0.9\n", "0.1.0");
        assert_eq!(finding.health, Health::Missing);
        for part in ["numpy 1.19.5", "gymnasium 0.29.1", "morse-simulator 0.0.9 differs"] {
            assert!(finding.message.contains(part), "{}", finding.message);
        }
        assert_eq!(finding.advice.as_deref(), Some("pip install --upgrade numpy gymnasium morse-simulator"));
        let finding = judge("numpy 2.4.6\nmorse-simulator 0.1.0\n", "0.1.0");
        assert_eq!(
            (finding.health, finding.message.as_str()),
            (Health::Good, "numpy 2.4.6, morse-simulator 0.1.0")
        );
        assert_eq!(judge("", "0.1.0").health, Health::Good);
    }
}
