//! Readings as rows of text: CSV files and printed tables.

use morse_scene::value::Value;
use morse_sim::contract::data::Data;

use super::reading::{Content, Reading};

/// Maximum length of a list whose values get their own columns.
const VALUES_MAX: usize = 64;
/// Maximum width of a table. [characters]
const WIDTH: usize = 110;
/// Gap between columns.
const GAP: &str = "  ";
/// Names of the components of a vector.
const AXES: [&str; 3] = ["x", "y", "z"];

/// A row: column names with values.
type Row = Vec<(String, Value)>;

/// Formats readings as CSV: a header, then one line for each reading or for each object in it. Numbers are exact.
pub fn csv(readings: &[Reading]) -> String {
    let (names, rows) = columns(readings.iter().flat_map(|reading| rows(reading, &in_full)).collect());
    let line = |cells: Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",");
    let exact = |value: &Value| match value {
        Value::Float(number) => number.to_string(),
        other => plain(other),
    };
    let cells = |row: Vec<Option<Value>>| {
        row.iter().map(|value| value.as_ref().map(exact).unwrap_or_default()).collect()
    };
    let lines = std::iter::once(names).chain(rows.into_iter().map(cells)).map(line);
    lines.map(|line| line + "\n").collect()
}

/// Formats readings as a table with the units of the fields of `data`; large data is summarized. If the table is too wide,
/// only the newest reading is shown, with one line for each column. The text is empty if there are no rows.
pub fn text(readings: &[Reading], data: Option<&dyn Data>) -> String {
    let has_objects =
        |reading: &Reading| reading.fields.iter().any(|(_, content)| matches!(content, Content::Things(_)));
    let (names, rows) = columns(readings.iter().flat_map(|reading| rows(reading, &summed_up)).collect());
    let unit = |name: &String| {
        let field = name.split(['.', '[']).next().unwrap_or_default();
        let known = data.map(Data::fields).unwrap_or_default();
        let unit = known.iter().find(|info| info.name == field).and_then(|info| info.unit);
        let unit = if name == "timestamp" { Some("s") } else { unit };
        unit.map(|unit| format!("{name} [{unit}]")).unwrap_or_else(|| name.clone())
    };
    let cells = |row: &Vec<Option<Value>>| {
        row.iter().map(|value| value.as_ref().map(plain).unwrap_or_default()).collect()
    };
    let heads: Vec<String> = names.iter().map(unit).collect();
    let lines: Vec<Vec<String>> = std::iter::once(heads.clone()).chain(rows.iter().map(cells)).collect();
    let Some(newest) = lines.last().filter(|_| !rows.is_empty()) else { return String::new() };
    let width: usize = widths(&lines).iter().map(|width| width + GAP.len()).sum();
    if width <= WIDTH || readings.iter().any(has_objects) {
        return aligned(&lines);
    }
    let transposed = heads.into_iter().zip(newest.clone()).map(|(head, cell)| vec![head, cell]);
    aligned(&transposed.collect::<Vec<_>>())
}

fn widths(lines: &[Vec<String>]) -> Vec<usize> {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    (0..count).map(width).collect()
}

/// Right-aligns the cells of each column.
fn aligned(lines: &[Vec<String>]) -> String {
    let widths = widths(lines);
    let pad = |(cell, width): (&String, &usize)| format!("{cell:>width$}");
    let line = |line: &Vec<String>| line.iter().zip(&widths).map(pad).collect::<Vec<_>>().join(GAP);
    lines.iter().map(|cells| line(cells) + "\n").collect()
}

/// Arranges rows in common columns, which are in order of first appearance.
fn columns(rows: Vec<Row>) -> (Vec<String>, Vec<Vec<Option<Value>>>) {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let cells = |row: Row| {
        // Most rows have all columns, in order.
        let mut row = row.into_iter().peekable();
        let cells: Vec<Option<Value>> =
            names.iter().map(|name| row.next_if(|(own, _)| own == name).map(|(_, value)| value)).collect();
        let mut cells = cells;
        for (name, value) in row {
            if let Some(cell) =
                names.iter().position(|known| *known == name).and_then(|place| cells.get_mut(place))
            {
                *cell = Some(value);
            }
        }
        cells
    };
    let rows = rows.into_iter().map(cells).collect();
    (names, rows)
}

/// The rows of a reading: one, or one for each object in it.
fn rows(reading: &Reading, content: &dyn Fn(&str, &Content) -> Row) -> Vec<Row> {
    let stamp = || ("timestamp".to_owned(), Value::Float(reading.time_s));
    let things: Vec<(&String, &Value)> = reading
        .fields
        .iter()
        .filter_map(|(name, content)| match content {
            Content::Things(value) => Some((name, value)),
            _ => None,
        })
        .collect();
    if things.is_empty() {
        let cells = reading.fields.iter().flat_map(|(name, field)| content(name, field));
        return vec![std::iter::once(stamp()).chain(cells).collect()];
    }
    let several = things.len() > 1;
    let mut rows = Vec::new();
    for (field, value) in things {
        let head = || {
            let field = several.then(|| ("field".to_owned(), Value::from(field.as_str())));
            std::iter::once(stamp()).chain(field).collect::<Row>()
        };
        match value {
            Value::Map(map) => rows.extend(map.iter().map(|(name, value)| {
                let mut row = head();
                row.push(("name".to_owned(), Value::from(name)));
                flatten(if value.as_map().is_some() { "" } else { "value" }, value, &mut row);
                row
            })),
            Value::List(values) => rows.extend(values.iter().map(|value| {
                let mut row = head();
                flatten("", value, &mut row);
                row
            })),
            _ => {}
        }
    }
    rows
}

fn in_full(name: &str, content: &Content) -> Row {
    match content {
        Content::Numbers(numbers) => {
            let number = |(index, number): (usize, &f64)| (format!("{name}[{index}]"), Value::Float(*number));
            numbers.iter().enumerate().map(number).collect()
        }
        Content::Points(_) => Vec::new(),
        other => summed_up(name, other),
    }
}

fn summed_up(name: &str, content: &Content) -> Row {
    if let Some(summary) = content.summary() {
        return vec![(name.to_owned(), Value::Text(summary))];
    }
    match content {
        Content::Value(value) => {
            let mut row = Row::new();
            flatten(name, value, &mut row);
            row
        }
        Content::Numbers(_) => in_full(name, content),
        _ => Row::new(),
    }
}

/// Gives each part of a value a column of its own: `position.x`, `robot.pose.yaw`.
fn flatten(name: &str, value: &Value, row: &mut Row) {
    let below = |part: &str| if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") };
    match value {
        Value::Map(map) => map.iter().for_each(|(part, value)| flatten(&below(part), value, row)),
        Value::List(parts) if parts.len() > VALUES_MAX => {
            row.push((name.to_owned(), Value::Text(format!("{} values", parts.len()))));
        }
        Value::List(parts) if parts.len() == AXES.len() && parts.iter().all(is_float) => {
            parts.iter().zip(AXES).for_each(|(part, axis)| row.push((below(axis), part.clone())));
        }
        Value::List(parts)
            if parts.iter().all(|part| part.as_list().is_none() && part.as_map().is_none()) =>
        {
            row.push((name.to_owned(), Value::Text(parts.iter().map(plain).collect::<Vec<_>>().join(" "))));
        }
        Value::List(parts) => {
            parts.iter().enumerate().for_each(|(index, part)| flatten(&below(&index.to_string()), part, row));
        }
        other => row.push((name.to_owned(), other.clone())),
    }
}

fn is_float(value: &Value) -> bool {
    matches!(value, Value::Float(_))
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(truth) => truth.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(float) => number(*float),
        Value::Text(text) => text.clone(),
        other => morse_scene::python_repr::repr(other),
    }
}

/// Formats a number with at most six decimals, or with an exponent if digits would be lost.
fn number(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && size.is_finite() && !(1e-4..1e9).contains(&size) {
        return format!("{number:.3e}");
    }
    let text = format!("{number:.6}");
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Quotes a CSV field according to RFC 4180.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
