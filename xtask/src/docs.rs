//! The documentation as a site: its contents, its links, and `cargo xtask docs`, which builds it with mdBook.

mod accessibility;
mod book;
mod contents;
mod links;

pub(crate) use accessibility::check as check_pages;
pub(crate) use book::build;

use xtask::shell::root;

/// Checks that the contents have every page and that every link leads somewhere.
pub(crate) fn check() -> Result<(), String> {
    let contents = contents::Contents::read(&root())?;
    links::check(&root(), &contents)
}
