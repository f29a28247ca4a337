//! `cargo xtask sanitize`: tests under Miri and ThreadSanitizer, which need a nightly compiler with the components `miri` and
//! `rust-src`.

use xtask::shell::{self, root};

const USAGE: &str = "usage: cargo xtask sanitize [miri|threads]";

/// Crates without files and sockets, and filters of their unit tests, which Miri interprets. It takes a minute for each second of
/// a usual test run. Miri has no inline assembly, by which `libm` takes square roots: other tests of geometry are left out.
const INTERPRETED: [(&str, &[&str]); 2] = [
    ("morse-geometry", &["euler"]),
    // The kernels of all instruction sets that Miri knows.
    ("morse-raycast", &["filter", "simd", "kernel::stack"]),
];

/// Tests of the threads and queues that share memory: crates, and filters of their tests.
const THREADED: [(&str, &[&str]); 3] = [
    ("morse-world", &["threads"]),
    ("morse-network", &["outbox", "throttle"]),
    ("morse-recording", &["write::queue"]),
];

/// Target of the standard library that is built with the sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Runs both, or one of them.
///
/// # Errors
/// If a test fails, or a component is missing.
pub(crate) fn sanitize(words: &[&str]) -> Result<(), String> {
    match words {
        [] => miri().and_then(|()| threads()),
        ["miri"] => miri(),
        ["threads"] => threads(),
        _ => Err(USAGE.to_owned()),
    }
}

fn miri() -> Result<(), String> {
    for (package, filters) in INTERPRETED {
        let mut words = vec!["+nightly", "miri", "test", "--package", package, "--lib", "--"];
        words.extend(filters);
        let mut command = rustup(&words);
        command.env("CARGO_TARGET_DIR", root().join("target/miri")).env("PROPTEST_CASES", "2");
        shell::run(command.env("MIRIFLAGS", "-Zmiri-disable-isolation"))?;
    }
    Ok(())
}

fn threads() -> Result<(), String> {
    for (package, filters) in THREADED {
        let mut words = vec!["+nightly", "test", "-Zbuild-std", "--target", TARGET, "--package", package];
        words.extend(["--lib", "--"]);
        words.extend(filters);
        let mut command = rustup(&words);
        command.env("CARGO_TARGET_DIR", root().join("target/thread-sanitizer"));
        shell::run(command.env("RUSTFLAGS", "-Zsanitizer=thread"))?;
    }
    Ok(())
}

/// The cargo of rustup, which selects a compiler by `+nightly`. The cargo that started this task does not.
fn rustup(words: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new("cargo");
    command.args(words);
    for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC", "RUSTDOC"] {
        command.env_remove(name);
    }
    command
}
