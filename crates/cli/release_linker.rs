//! The linker of releases, for the build scripts of the command and of the Python module.

use std::env;

/// Whether a release is linked by the linker that Rust brings for x86-64 Linux. Other linkers may not support its options.
pub fn is_own() -> bool {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let is_replaced = env::var_os("RUSTC_LINKER").is_some() || flags.contains("link");
    is("TARGET", "x86_64-unknown-linux-gnu") && is("PROFILE", "release") && !is_replaced
}
