//! `cargo xtask faults`: plants faults in a copy of the sources, one after the other, and checks that a test finds each.

mod copy;
mod list;

use std::process::Stdio;

use copy::SourceCopy;
use list::{FAULTS, Fault};

const USAGE: &str = "usage: cargo xtask faults [FIRST [COUNT]]";

/// Plants faults, from the one with the number FIRST on, and runs their tests. The faults are in a copy of the sources, so that an
/// interrupted run leaves none behind.
///
/// # Errors
/// If a test does not find its fault, does not compile, or the options are wrong.
pub(crate) fn faults(words: &[&str]) -> Result<(), String> {
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let (first, count) = match numbers.as_deref() {
        Some([]) => (0, FAULTS.len()),
        Some(&[first]) => (first, FAULTS.len()),
        Some(&[first, count]) => (first, count),
        _ => return Err(USAGE.to_owned()),
    };
    let copy = SourceCopy::at(xtask::shell::root(), "target/faults")?;
    let mut missed = Vec::new();
    for (number, fault) in FAULTS.iter().enumerate().skip(first).take(count) {
        let is_found = is_found(&copy, fault)?;
        println!("{number:2} {} {}", if is_found { "found " } else { "MISSED" }, fault.law);
        if !is_found {
            missed.push(fault.law);
        }
    }
    copy.update()?;
    if missed.is_empty() { Ok(()) } else { Err(format!("no test finds: {}", missed.join("; "))) }
}

/// Whether the test of a fault fails with it. A test that does not compile does not count.
fn is_found(copy: &SourceCopy, fault: &Fault) -> Result<bool, String> {
    copy.update()?;
    copy.replace(fault.file, fault.text, fault.wrong)?;
    let (build, test) = commands(fault.test);
    let built = copy.cargo(&build).stdout(Stdio::null()).status().map_err(|error| error.to_string())?;
    if !built.success() {
        return Err(format!("the sources with the fault against \"{}\" do not compile", fault.law));
    }
    let run = copy.cargo(&test).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.map(|status| !status.success()).map_err(|error| error.to_string())
}

/// Arguments of cargo: those that compile a fault, and those that find it.
fn commands(test: &'static [&'static str]) -> (Vec<&'static str>, Vec<&'static str>) {
    if let ["clippy", rest @ ..] = test {
        let of_package: Vec<&str> = rest.iter().copied().take_while(|word| *word != "--").collect();
        return ([&["check"], of_package.as_slice()].concat(), test.to_vec());
    }
    let build = [&["test"], &test[..test.len() - 1], &["--no-run"]].concat();
    (build, [&["test"], test].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_compiled_before_its_test_runs() {
        let (build, test) = commands(&["-p", "crate", "--lib", "name"]);
        assert_eq!(build, ["test", "-p", "crate", "--lib", "--no-run"]);
        assert_eq!(test, ["test", "-p", "crate", "--lib", "name"]);
        let (build, test) = commands(&["clippy", "-p", "crate", "--", "-D", "warnings"]);
        assert_eq!(build, ["check", "-p", "crate"]);
        assert_eq!(test, ["clippy", "-p", "crate", "--", "-D", "warnings"]);
    }

    #[test]
    fn wrong_numbers_are_refused() {
        assert_eq!(faults(&["first"]), Err(USAGE.to_owned()));
        assert_eq!(faults(&["1", "2", "3"]), Err(USAGE.to_owned()));
    }
}
