//! `morse schema`: prints the JSON Schema of scene documents.

use crate::failure::Failure;
use crate::output::standard_output::print;

/// Derived from the types of the document by `cargo xtask generate`, which also checks that it is up to date. The text is
/// embedded because the code that derives it is larger.
const SCHEMA: &str = include_str!("../../../../../docs/scene.schema.json");

/// Prints the schema of scene documents.
pub fn schema() -> Result<(), Failure> {
    print(SCHEMA.trim_end())
}
