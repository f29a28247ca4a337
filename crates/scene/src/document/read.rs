//! Reads and writes documents as JSON, with errors that name the place.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::document::{Document, VERSIONS_READ};
use crate::nearest::did_you_mean;
use crate::value::Value;

/// Largest text that is read (bytes). A million objects take about half of it. Nesting is limited to 128 levels.
pub const DOCUMENT_BYTES_MAX: usize = 1 << 29;

/// Why a text is not a valid scene document.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// It is longer than [`DOCUMENT_BYTES_MAX`].
    #[error("the scene document has {bytes} bytes; at most {DOCUMENT_BYTES_MAX} are read")]
    TooLarge {
        /// Its length.
        bytes: usize,
    },
    /// It is JSON, but not a scene.
    #[error(
        "this is not a scene document: it has no key `morse_scene`; make one from a script with `morse build script.py`"
    )]
    NotAScene,
    /// A scene of a version that this program does not support.
    #[error(
        "the scene document has version {found}; this program understands {}; build the scene again with this program's builder",
        known_versions()
    )]
    Version {
        /// The version in the document.
        found: String,
    },
    /// It is not JSON.
    #[error("the scene document is not JSON at line {line}, column {column}: {message}")]
    Syntax {
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
        /// The problem.
        message: String,
    },
    /// Valid JSON with invalid contents.
    #[error("the scene document is wrong at line {line}, column {column}, in `{path}`: {message}")]
    Content {
        /// Path to the invalid value: `objects[2].rate_hz`.
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
    /// Safe for untrusted text: its length and depth are limited, and nothing in it is executed. Its contents are not
    /// checked against the existing components; [`validate`](crate::validate::validate) does that.
    ///
    /// # Errors
    /// The text is too long, not JSON, not a scene, of another version, or has unknown keys or wrong types.
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

    /// The JSON form, indented.
    ///
    /// # Errors
    /// None in practice: every document has a JSON form.
    pub fn to_json_pretty(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

/// Reads only the version, so that a document of another version gives one error instead of one per key.
fn check_version(text: &str) -> Result<(), DocumentError> {
    #[derive(Deserialize)]
    struct Header {
        #[serde(default)]
        morse_scene: Option<Value>,
    }

    let syntax = |error| content_error(".".to_owned(), error);
    if !text.trim_start().starts_with('{') {
        // Serde would take a list for the struct.
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
