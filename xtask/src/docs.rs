//! The documentation as a site: its contents, its links, and `cargo xtask docs`, which builds it with mdBook.

mod accessibility;
mod api;
mod book;
mod contents;
mod lengths;
mod links;

pub(crate) use accessibility::check as check_pages;
pub(crate) use book::build;

use xtask::shell::root;

/// Checks that the contents have every page, that every link leads somewhere, and that pages keep their limits of length.
pub(crate) fn check() -> Result<(), String> {
    let contents = contents::Contents::read(&root())?;
    links::check(&root(), &contents)?;
    lengths::check(&root())
}
