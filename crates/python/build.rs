//! Sets a linker option that makes the module smaller.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    // Other linkers may not support the option.
    let is_own_linker = env::var_os("RUSTC_LINKER").is_none() && !flags.contains("link");
    if is("TARGET", "x86_64-unknown-linux-gnu") && is("PROFILE", "release") && is_own_linker {
        // Folds identical functions: saves 4 % of the size.
        println!("cargo:rustc-link-arg-cdylib=-Wl,--icf=all");
    }
}
