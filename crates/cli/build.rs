//! Sets linker options that make the command smaller.

mod release_linker;

fn main() {
    println!("cargo:rerun-if-changed=release_linker.rs");
    if release_linker::is_own() {
        // Folds identical functions: saves 2.5 % of the size.
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        // A fixed address needs no table of 65,000 relocations: saves another 4 %.
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
