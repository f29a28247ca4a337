//! `morse schema`: prints the JSON Schema of scene documents.

use crate::commands::print_json;
use crate::failure::Failure;

/// Prints the schema.
pub fn schema() -> Result<(), Failure> {
    print_json(&morse_scene::schema())
}
