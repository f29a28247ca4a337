//! `morse schema`: prints the JSON Schema of scene documents.

use crate::commands::print;
use crate::failure::Failure;

/// Derived from the types of the document by `cargo xtask generate`, whose check says when it is old. The program has the
/// text, because what derives it is larger.
const SCHEMA: &str = include_str!("../../../../../docs/scene.schema.json");

/// Prints the schema.
pub fn schema() -> Result<(), Failure> {
    print(SCHEMA.trim_end())
}
