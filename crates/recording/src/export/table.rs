//! Tables: the columns of a channel, and the cells of a message.

use std::collections::BTreeMap;

use crate::decode::{Value, fields, rows};

/// Lists of numbers up to this length are a column for each number, if they have the same length in all messages.
const EXPANDED_MAX: usize = 9;

/// Type of the cells of a column. Cells of every type may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Int,
    Unsigned,
    Single,
    Float,
    Text,
    Bytes,
    /// A list of numbers.
    Numbers,
    /// Anything, as JSON.
    Json,
}

impl Kind {
    /// Whether its cells are numbers.
    pub(crate) fn is_number(self) -> bool {
        matches!(self, Self::Bool | Self::Int | Self::Unsigned | Self::Single | Self::Float)
    }
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// Types of the values seen at a path.
#[derive(Debug, Default)]
struct Seen {
    kind: Option<Kind>,
    /// For lists of numbers: the type of the elements, and the length if it is constant.
    elements: Option<(Kind, Option<usize>)>,
}

/// The columns of a channel: the paths of its fields in all messages, in the order in which they appear.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    order: Vec<String>,
    seen: BTreeMap<String, Seen>,
}

impl Columns {
    /// Takes in the fields of a message.
    pub(crate) fn see(&mut self, message: &Value) {
        for (path, value) in rows(message).into_iter().flat_map(fields) {
            if !self.seen.contains_key(&path) {
                self.order.push(path.clone());
            }
            self.seen.entry(path).or_default().add(value);
        }
    }

    /// The paths of all fields with their types; for lists, with the length if it is constant.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (&str, Kind, Option<usize>)> {
        self.order.iter().filter_map(|path| {
            let seen = self.seen.get(path)?;
            Some((path.as_str(), seen.kind?, seen.elements.and_then(|(_, length)| length)))
        })
    }

    /// The layout of the table.
    pub(super) fn layout(&self) -> Layout {
        let mut layout = Layout { columns: Vec::new(), places: BTreeMap::new() };
        let column = |name: String, kind| Column { name, kind };
        for path in &self.order {
            let seen = self.seen.get(path);
            let kind = seen.and_then(|seen| seen.kind).unwrap_or(Kind::Text);
            let elements = seen.and_then(|seen| seen.elements).filter(|_| kind == Kind::Numbers);
            layout.places.insert(path.clone(), layout.columns.len());
            match elements {
                Some((kind, Some(length))) if (1..=EXPANDED_MAX).contains(&length) => {
                    layout.columns.extend((0..length).map(|index| column(format!("{path}[{index}]"), kind)));
                }
                _ => layout.columns.push(column(path.clone(), kind)),
            }
        }
        layout
    }
}

impl Seen {
    fn add(&mut self, value: &Value) {
        let Some(kind) = kind_of(value) else { return };
        self.kind = Some(self.kind.map_or(kind, |known| merged(known, kind)));
        if let (Kind::Numbers, Value::List(values)) = (kind, value) {
            let of_elements = values.iter().filter_map(kind_of).reduce(merged).unwrap_or(Kind::Float);
            self.elements = Some(match self.elements {
                None => (of_elements, Some(values.len())),
                Some((known, length)) => {
                    (merged(known, of_elements), length.filter(|length| *length == values.len()))
                }
            });
        }
    }
}

fn kind_of(value: &Value) -> Option<Kind> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(_) => Kind::Bool,
        Value::Int(_) => Kind::Int,
        Value::Unsigned(_) => Kind::Unsigned,
        Value::Single(_) => Kind::Single,
        Value::Float(_) => Kind::Float,
        Value::Text(_) => Kind::Text,
        Value::Bytes(_) => Kind::Bytes,
        Value::List(values) if values.iter().all(|value| value.as_f64().is_some()) => Kind::Numbers,
        Value::List(_) | Value::Map(_) => Kind::Json,
    })
}

/// The kind that holds values of both.
fn merged(a: Kind, b: Kind) -> Kind {
    use Kind::{Float, Int, Single};
    match (a, b) {
        _ if a == b => a,
        (Int | Single | Float, Int | Single | Float) => Float,
        _ => Kind::Json,
    }
}

/// The columns, and where the fields of messages go.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) columns: Vec<Column>,
    /// The first column of a path.
    places: BTreeMap<String, usize>,
}

impl Layout {
    /// Calls `take` with the cells of each row of a message, one for each column.
    pub(super) fn rows(&self, message: &Value, mut take: impl FnMut(&[Option<&Value>])) {
        for row in rows(message) {
            let mut cells = vec![None; self.columns.len()];
            for (path, value) in fields(row) {
                let Some(&first) = self.places.get(&path) else { continue };
                let is_whole = self.columns.get(first).is_some_and(|column| column.name == path);
                let values = match value {
                    Value::Null => continue,
                    Value::List(values) if !is_whole => values.as_slice(),
                    value => std::slice::from_ref(value),
                };
                for (cell, value) in cells.iter_mut().skip(first).zip(values) {
                    *cell = Some(value);
                }
            }
            take(&cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Value {
        serde_json::from_str::<serde_json::Value>(text).unwrap().into()
    }

    #[test]
    fn columns_are_those_of_all_messages() {
        let messages = [
            r#"{"a": 1, "v": [1, 2.5], "n": [1], "j": "x", "z": null}"#,
            r#"{"a": 0.5, "v": [3, 4], "n": [], "j": {"k": [{}]}, "b": true}"#,
        ]
        .map(message);
        let mut columns = Columns::default();
        messages.iter().for_each(|message| columns.see(message));
        let layout = columns.layout();
        let found: Vec<_> = layout.columns.iter().map(|column| (column.name.as_str(), column.kind)).collect();
        assert_eq!(
            found,
            [
                ("a", Kind::Float),
                ("v[0]", Kind::Float),
                ("v[1]", Kind::Float),
                ("n", Kind::Numbers),
                ("j", Kind::Text),
                ("z", Kind::Text),
                ("j.k", Kind::Json),
                ("b", Kind::Bool),
            ]
        );
        let mut rows = Vec::new();
        layout.rows(&messages[1], |cells| {
            rows.push(cells.iter().map(|cell| cell.is_some()).collect::<Vec<_>>())
        });
        assert_eq!(rows, [[true, true, true, true, false, false, true, true]]);
    }
}
