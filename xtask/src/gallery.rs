//! `cargo xtask gallery`: draws the pictures of the gallery by the commands of its pages, `docs/gallery`.
//!
//! The test that compares these pictures with the pages does it, so that both run the same commands.

use xtask::shell::{cargo, run};

/// Writes the pictures and films of all pages into `docs/pictures/gallery`.
///
/// # Errors
/// If a scene does not run, or its picture cannot be drawn.
pub(crate) fn draw() -> Result<(), String> {
    let test = ["test", "--quiet", "--package", "morse-cli", "--test", "command", "--", "is_up_to_date"];
    run(cargo(&test).env("MORSE_WRITE_GALLERY", "1"))
}
