//! Names of new objects.

use crate::commands::edit::session::Session;

/// A free name made of a word: `atrv`, then `atrv2`. On a carrier it is the full name.
pub fn free(session: &Session, carrier: Option<&str>, word: &str) -> String {
    let stem: String = word
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
        .collect();
    let stem = stem.trim_matches('_');
    let stem = if stem.is_empty() || stem.starts_with(|first: char| first.is_ascii_digit()) {
        format!("object_{stem}")
    } else {
        stem.to_owned()
    };
    first_free(session, carrier, std::iter::once(stem.clone()).chain(numbered(&stem))).unwrap_or(stem)
}

/// The first name that no object of the scene and of the environment has, with that of the carrier in front.
fn first_free(
    session: &Session,
    carrier: Option<&str>,
    mut names: impl Iterator<Item = String>,
) -> Option<String> {
    let full = |name: String| carrier.map_or_else(|| name.clone(), |carrier| format!("{carrier}.{name}"));
    let is_free = |name: &String| {
        session.scene().document().object(name).is_none() && session.simulation().world().find(name).is_none()
    };
    names.by_ref().map(full).find(is_free)
}

fn numbered(stem: &str) -> impl Iterator<Item = String> {
    (2_u64..).map(move |number| format!("{stem}{number}"))
}

/// A free name for a copy: that of the original with the next number.
pub fn free_copy(session: &Session, original: &str) -> String {
    let (carrier, own) = match session.scene().document().object(original).and_then(|it| it.parent.as_deref())
    {
        Some(parent) => {
            (Some(parent), original.strip_prefix(parent).unwrap_or(original).trim_start_matches('.'))
        }
        None => (None, original),
    };
    let stem = own.trim_end_matches(|last: char| last.is_ascii_digit());
    let stem = if stem.is_empty() { own } else { stem };
    first_free(session, carrier, numbered(stem)).unwrap_or_else(|| own.to_owned())
}
