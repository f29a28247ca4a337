//! Sets linker options that make the command smaller.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    // Other linkers may not support the options.
    let is_own_linker = env::var_os("RUSTC_LINKER").is_none() && !flags.contains("link");
    if is("TARGET", "x86_64-unknown-linux-gnu") && is("PROFILE", "release") && is_own_linker {
        // Folds identical functions: saves 2.5 % of the size.
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        // A fixed address needs no table of 65,000 relocations: saves another 4 %.
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
