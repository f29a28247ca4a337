//! The tasks of the repository: `cargo xtask bench`, `deb`, `docs`, `fuzz`, `generate`, `lint`, `peers`, `pictures`, `test`,
//! `viewer` and `wheel`.
//!
//! This crate may use all others; no crate may use it.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod bench;
mod deb;
mod docs;
mod end_to_end;
mod fuzz;
#[cfg(feature = "engine")]
mod generate;
mod lint;
mod peers;
#[cfg(feature = "engine")]
mod pictures;
mod pythons;
mod shell;
mod test;
mod unittest;
mod viewer;
mod wheel;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <task>

  deb               build the package for Debian, into target/debian; installs cargo-deb if it is not there
  docs              build the documentation as a site, target/docs/site; installs mdBook if it is not there
  bench --against REV   measure this tree and an older one in turn; `bench --list` lists the measures
  fuzz              look for input that makes a reader panic: `fuzz --seconds 600 yarp moos`; installs cargo-fuzz
  generate          write the files that are derived from others
  generate --check  write nothing, and fail if one of them is out of date
  peers             build real programs that tests talk to, where their sources are given
  lint              check names, links of the documentation, formatting, lints, licences and sources
  pictures          draw the robots anew, for the documentation
  test              run all tests
  test --end-to-end run the end-to-end tests alone, with the command as `test` has built it
  wheel             build the wheel, for pip, into target/wheel/dist
  wheel --test      build it for tests and test it, installed, as `test` does
  viewer            build the page of the viewer, which needs npm
  viewer --check    fail if the page is not what its sources build";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["bench", words @ ..] => bench::bench(words),
        ["deb"] => deb::build().map(|package| println!("{}", package.display())),
        ["docs"] => docs::build().map(|page| println!("{}", page.display())),
        ["fuzz", words @ ..] => fuzz::fuzz(words),
        ["generate"] | ["generate", "--check"] | ["pictures"] => with_engine(&words),
        ["lint"] => lint::lint(),
        ["peers"] => peers::build(),
        ["test"] => test::test(),
        ["test", "--end-to-end"] => end_to_end::test(Path::new(test::DEBIAN_PYTHON)),
        ["wheel"] => wheel::build("python3", "dist").map(|wheel| println!("{}", wheel.display())),
        ["wheel", "--test"] => wheel::test(test::DEBIAN_PYTHON),
        ["viewer"] => viewer::build(),
        ["viewer", "--check"] => viewer::check_build(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The tasks that need the simulator.
#[cfg(feature = "engine")]
fn with_engine(words: &[&str]) -> Result<(), String> {
    match words {
        ["pictures"] => pictures::pictures(),
        ["generate", "--check"] => generate::check().map_err(|error| error.to_string()),
        _ => generate::generate().map_err(|error| error.to_string()),
    }
}

/// Starts this program again, built with the simulator.
#[cfg(not(feature = "engine"))]
fn with_engine(words: &[&str]) -> Result<(), String> {
    let build = ["run", "--package", "xtask", "--features", "engine", "--quiet", "--"];
    shell::run(&mut shell::cargo(&[build.as_slice(), words].concat()))
}
