//! The tasks of the repository: `cargo xtask addon`, `bench`, `deb`, `docs`, `faults`, `fuzz`, `gallery`, `generate`, `lint`, `names`,
//! `peers`, `pictures`, `processors`, `sanitize`, `sdist`, `semver`, `simulate`, `soak`, `test`, `viewer`, `wheel` and `worst-tick`.
//!
//! This crate may use all crates; no crate may use it.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod addon;
mod bench;
mod deb;
mod docs;
mod faults;
mod fuzz;
mod gallery;
mod lint;
mod names;
mod processors;
mod python;
mod sanitize;
mod semver;
mod simulate;
mod soak;
mod test;
mod viewer;

use std::process::ExitCode;

use xtask::shell;

const USAGE: &str = "\
usage: cargo xtask <task>

  addon             pack the extension for Blender, into target/addon
  deb               build the package for Debian, into target/debian; installs cargo-deb if it is not there
  docs              build the documentation as a site, target/docs/site; installs mdBook if it is not there
  docs --check      build the site and examine its pages by axe-core; needs npm, Chromium and `cargo build`
  bench --against REV   measure this tree and an older one in turn; `bench --list` lists the measures
  faults            plant faults in a copy of the sources, and check that tests find them
  fuzz              look for input that makes a reader panic: `fuzz --seconds 600 yarp moos`; installs cargo-fuzz
  gallery           draw the pictures of docs/gallery, by the commands of its pages
  generate          write the derived files: catalog, stubs, schema, pages
  generate --check  write nothing, and fail if one of them is out of date
  peers             build real programs that tests talk to, where their sources are given
  lint              check names, prose, spelling, links, formatting, lints, types in Python, licenses and sources
  lint --optional   check with the features that take minutes to compile: zenoh, gpu
  lint --prose PATH...  check the prose below some paths, or everywhere
  names             ask crates.io and PyPI whether the names to publish are free; `names CRATE...` asks for these crates
  pictures          draw robots, people, views of sensors and plots of their readings for the documentation; `pictures plots`
  test              run all tests
  test --rust       run all tests in Rust
  test -p CRATE...  run the tests in Rust of some crates: `test -p components`
  test --changed    run the tests that the changes of this branch can affect, or those since a revision
  test --end-to-end build the command and run the end-to-end tests alone, or those below some paths
  test --optional   run all tests with the features that take minutes to compile, zenoh and gpu, and with Blender
  processors        compare the digests of scenes between processors, which QEMU emulates
  sanitize          run tests under Miri and ThreadSanitizer; `sanitize miri`, `sanitize threads`
  sdist             pack the source distribution into target/wheel/sdist, and build a wheel from it without a clone
  semver            compare the interface of the library morse with an earlier revision: `semver --against HEAD~1`
  simulate          run random scenes, clients and faults, each with twins: `simulate --seeds 1..1000 --ticks 3600`
  soak              run fifty robots with clients that come and go, and check that nothing grows: `soak --minutes 60`
  worst-tick        search for the slowest step that a client can cause: `worst-tick --calls 2000`
  times             print the slowest builds and tests of the last `test` and `lint`
  wheel             build the wheel, for pip, into target/wheel/dist
  wheel --portable  build it in Debian 11, for Linux since 2020, and try it there and in the newest; needs root and debootstrap
  wheel --test      build it for tests and test it, installed, as `test` does
  viewer            build the page of the viewer, which needs npm
  viewer --check    fail if the page is older than its sources";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["addon"] => addon::build().map(|package| println!("{}", package.display())),
        ["bench", words @ ..] => bench::bench(words),
        ["deb"] => deb::build().map(|package| println!("{}", package.display())),
        ["docs"] => docs::build().map(|page| println!("{}", page.display())),
        ["docs", "--check"] => docs::check_pages(),
        ["faults", words @ ..] => faults::faults(words),
        ["fuzz", words @ ..] => fuzz::fuzz(words),
        ["gallery"] => gallery::draw(),
        ["generate"] | ["generate", "--check"] | ["pictures", ..] => with_engine(&words),
        ["lint"] => lint::lint(&test::Options { with_optional: false }),
        ["lint", "--optional"] => lint::lint(&test::Options { with_optional: true }),
        ["lint", "--prose", paths @ ..] => lint::prose(paths),
        ["names", crates @ ..] => names::check(crates),
        ["peers"] => test::peers::build(),
        ["processors", words @ ..] => processors::processors(words),
        ["sanitize", words @ ..] => sanitize::sanitize(words),
        ["semver", words @ ..] => semver::check(words),
        ["sdist"] => python::sdist::build().map(|archive| println!("{}", archive.display())),
        ["soak", words @ ..] => soak::soak(words),
        ["worst-tick", words @ ..] => soak::worst_tick(words),
        ["simulate", words @ ..] => simulate::simulate(words),
        ["test", words @ ..] => test::test(words),
        ["times"] => test::times::saved_table().map(|table| print!("{table}")),
        ["wheel"] => python::wheel::build("python3", "dist").map(|wheel| println!("{}", wheel.display())),
        ["wheel", "--portable"] => python::portable::build().map(|wheel| println!("{}", wheel.display())),
        ["wheel", "--test"] => test::test_wheel(),
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

/// Runs a task that needs the simulator, in a program of its own.
fn with_engine(words: &[&str]) -> Result<(), String> {
    let build = ["run", "--package", "xtask-generate", "--quiet", "--"];
    shell::run(&mut shell::cargo(&[build.as_slice(), words].concat()))
}
