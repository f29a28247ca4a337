//! Reading and writing of documents as JSON, with errors that give the place.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::document::{Document, VERSIONS_READ};
use crate::nearest::did_you_mean;
use crate::value::Value;

/// Maximum size of a document (bytes). A million objects take about half of it. Nesting is limited to 128 levels.
pub const DOCUMENT_BYTES_MAX: usize = 1 << 29;

/// Reason why a text is not a valid scene document.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// The text is longer than [`DOCUMENT_BYTES_MAX`].
    #[error("the scene document has {bytes} bytes; at most {DOCUMENT_BYTES_MAX} are read")]
    TooLarge {
        /// Length of the text.
        bytes: usize,
    },
    /// The text is JSON, but not a scene.
    #[error(
        "this is not a scene document: it has no key `morse_scene`; make one from a script with `morse build script.py`"
    )]
    NotAScene,
    /// The scene has a version that this program does not support.
    #[error(
        "the scene document has version {found}; this program understands {}; build the scene again with this program's builder",
        known_versions()
    )]
    Version {
        /// Version of the document.
        found: String,
    },
    /// The text is not JSON.
    #[error("the scene document is not JSON at line {line}, column {column}: {message}")]
    Syntax {
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
        /// The problem.
        message: String,
    },
    /// The text is JSON with invalid contents.
    #[error("the scene document is wrong at line {line}, column {column}, in `{path}`: {message}")]
    Content {
        /// Path to the invalid value, such as `objects[2].rate_hz`.
        path: String,
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
        /// The problem, and the allowed values.
        message: String,
    },
}

fn known_versions() -> String {
    let versions: Vec<String> = VERSIONS_READ.iter().map(ToString::to_string).collect();
    versions.join(", ")
}

impl Document {
    /// Reads the JSON form.
    ///
    /// Safe for untrusted text: its length and depth are limited, and nothing in it is executed. The contents are not
    /// checked against the catalog; [`validate`](crate::validate::validate) does that.
    ///
    /// # Errors
    /// If the text is too long, not JSON, not a scene, has an unsupported version, unknown keys or wrong types.
    pub fn from_json(text: &str) -> Result<Self, DocumentError> {
        if text.len() > DOCUMENT_BYTES_MAX {
            return Err(DocumentError::TooLarge { bytes: text.len() });
        }
        check_version(text)?;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let document = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            let path = error.path().to_string();
            content_error(path, error.into_inner())
        })?;
        deserializer.end().map_err(|error| content_error(".".to_owned(), error))?;
        Ok(document)
    }

    /// Returns the indented JSON form.
    ///
    /// # Errors
    /// None in practice: every document has a JSON form.
    pub fn to_json_pretty(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

/// Checks only the version, so that a document of an unsupported version gives one error instead of one for each key.
fn check_version(text: &str) -> Result<(), DocumentError> {
    #[derive(Deserialize)]
    struct Header {
        #[serde(default)]
        morse_scene: Option<Value>,
    }

    let syntax = |error| content_error(".".to_owned(), error);
    if !text.trim_start().starts_with('{') {
        // Serde would accept a list as the struct.
        serde_json::from_str::<IgnoredAny>(text).map_err(syntax)?;
        return Err(DocumentError::NotAScene);
    }
    let header: Header = serde_json::from_str(text).map_err(syntax)?;
    match header.morse_scene {
        None => Err(DocumentError::NotAScene),
        Some(Value::Int(version)) if VERSIONS_READ.iter().any(|known| i64::from(*known) == version) => Ok(()),
        Some(other) => Err(DocumentError::Version { found: crate::python_repr::repr(&other) }),
    }
}

fn content_error(path: String, error: serde_json::Error) -> DocumentError {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let place = format!(" at line {line} column {column}");
    let mut message = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    if error.is_data() {
        if let Some(help) = nearest_key(&message) {
            message.push_str("; ");
            message.push_str(&help);
        }
        DocumentError::Content { path, line, column, message }
    } else {
        DocumentError::Syntax { line, column, message }
    }
}

/// Parses serde's "unknown field `x`, expected one of `a`, `b`" and suggests the most similar key.
fn nearest_key(message: &str) -> Option<String> {
    let mut quoted = message.strip_prefix("unknown ")?.split('`').skip(1).step_by(2);
    let wrong = quoted.next()?;
    did_you_mean(wrong, quoted)
}
