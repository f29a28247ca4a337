//! Edits that cannot be carried out.

use crate::document::Document;
use crate::nearest::did_you_mean;

/// An edit that cannot be carried out: the problem, and the solution if it is known.
pub(super) struct Refusal {
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self { message, help: None }
    }
}

/// The error for an object that the scene does not have.
pub(super) fn unknown(document: &Document, name: &str) -> Refusal {
    let names = document.objects.iter().map(|object| object.name.as_str());
    let help = did_you_mean(name, names).unwrap_or_else(|| {
        "the script may have changed since the line was written: remove the line, or correct the name"
            .to_owned()
    });
    Refusal { message: format!("the scene has no object `{name}`"), help: Some(help) }
}
