//! Reads doc comments: their text, and the unit at its end.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// Text of a doc comment with joined lines. Blank lines remain as paragraph breaks.
pub(crate) fn text(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for line in attributes.iter().filter_map(doc_line) {
        let line = line.trim();
        if line.is_empty() {
            text.push_str("\n\n");
        } else {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push(' ');
            }
            text.push_str(line);
        }
    }
    text.trim().to_owned()
}

/// Text of a doc comment without the unit in square brackets at its end, and the unit.
pub(crate) fn text_and_unit(attributes: &[Attribute]) -> (String, Option<String>) {
    let text = text(attributes);
    if let Some(body) = text.strip_suffix(']')
        && let Some((before, unit)) = body.rsplit_once('[')
        && !unit.contains('`')
    {
        return (before.trim().to_owned(), Some(unit.to_owned()));
    }
    (text, None)
}

fn doc_line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    if !pair.path.is_ident("doc") {
        return None;
    }
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value()),
        _ => None,
    }
}
