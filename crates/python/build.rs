//! Sets a linker option that makes the module smaller.

#[path = "../cli/release_linker.rs"]
mod release_linker;

fn main() {
    println!("cargo:rerun-if-changed=../cli/release_linker.rs");
    if release_linker::is_own() {
        // Folds identical functions: saves 4 % of the size.
        println!("cargo:rustc-link-arg-cdylib=-Wl,--icf=all");
    }
}
