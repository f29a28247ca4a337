//! The block of a script that holds the edits: calls of `morse.builder.edit` between two marks.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::edit::operation::{Operation, Place};
use crate::python_repr::literal;
use crate::value::Value;

/// The line before the edits begins so.
pub const BEGIN: &str = "# >>> morse edit";
/// The line after the edits begins so.
pub const END: &str = "# <<< morse edit";
const ABOUT: &str = ": written by the scene editor, which replaces the lines up to the end mark";

/// Why a script has no place for the block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// There are two blocks.
    #[error("line {0} begins a second block of `morse edit`: leave one of them")]
    Second(usize),
    /// A block has no end.
    #[error("the block of `morse edit` that begins in line {0} has no end: restore the line `{END}`")]
    WithoutEnd(usize),
    /// A block has no begin.
    #[error(
        "line {0} ends a block of `morse edit` that has no begin: restore the line `{BEGIN}`, or remove this one"
    )]
    WithoutBegin(usize),
}

/// The lines of the block in a script, with its marks, counted from 1; `None` if it has no block.
///
/// # Errors
/// If the marks do not form one block.
pub fn lines(script: &str) -> Result<Option<RangeInclusive<usize>>, BlockError> {
    let (mut begin, mut block) = (None, None);
    for (line, number) in script.lines().zip(1..) {
        if line.starts_with(BEGIN) {
            if begin.is_some() || block.is_some() {
                return Err(BlockError::Second(number));
            }
            begin = Some(number);
        } else if line.starts_with(END) {
            let Some(begin) = begin.take() else { return Err(BlockError::WithoutBegin(number)) };
            block = Some(begin..=number);
        }
    }
    match begin {
        Some(begin) => Err(BlockError::WithoutEnd(begin)),
        None => Ok(block),
    }
}

/// The script with these operations in its block, and everything else as it is. A script without block gets one at its end;
/// without operations it gets none, and loses the one that it has.
///
/// # Errors
/// If the marks do not form one block.
pub fn written(script: &str, operations: &[Operation]) -> Result<String, BlockError> {
    let end = if script.contains("\r\n") { "\r\n" } else { "\n" };
    let block = if operations.is_empty() { String::new() } else { text(operations, end) };
    let Some(range) = lines(script)? else {
        if block.is_empty() {
            return Ok(script.to_owned());
        }
        let gap = if script.is_empty() || script.ends_with('\n') { "" } else { end };
        return Ok(format!("{script}{gap}{end}{block}"));
    };
    let pieces: Vec<&str> = script.split_inclusive('\n').collect();
    let (before, after) = (pieces[..range.start() - 1].concat(), pieces[*range.end()..].concat());
    if !block.is_empty() {
        return Ok(format!("{before}{block}{after}"));
    }
    // The empty line above the block came with it.
    let blank = format!("{end}{end}");
    let before = if before.ends_with(&blank) && after.is_empty() {
        &before[..before.len() - end.len()]
    } else {
        &before
    };
    Ok(format!("{before}{after}"))
}

fn text(operations: &[Operation], end: &str) -> String {
    let mut text = format!("{BEGIN}{ABOUT}{end}from morse.builder import edit{end}{end}");
    for operation in operations {
        let _ = write!(text, "edit.{}{end}", call(operation));
    }
    let _ = write!(text, "{END}{end}");
    text
}

/// The call of an operation in Python, without its module.
fn call(operation: &Operation) -> String {
    let quoted = |text: &str| literal(&Value::from(text));
    match operation {
        Operation::Add { builder, name, place, interface } => {
            let interface =
                interface.as_deref().map(|it| format!(", interface={}", quoted(it))).unwrap_or_default();
            format!("add({}, {}, {}{interface})", quoted(builder), quoted(name), placed(place))
        }
        Operation::AddProp { file, object, name, place } => {
            let object = object.as_deref().map_or_else(|| "None".to_owned(), quoted);
            format!("add_prop({}, {object}, {}, {})", quoted(file), quoted(name), placed(place))
        }
        Operation::Copy { original, name, place } => {
            format!("copy({}, {}, {})", quoted(original), quoted(name), placed(place))
        }
        Operation::Place { name, place } => format!("place({}, {})", quoted(name), placed(place)),
        Operation::Set { name, property, value } => {
            format!("set_property({}, {}, {})", quoted(name), quoted(property), literal(value))
        }
        Operation::Rate { name, rate_hz } => {
            format!("set_rate({}, {})", quoted(name), literal(&Value::Float(*rate_hz)))
        }
        Operation::Level { name, level } => {
            let level = level.as_deref().map_or_else(|| "None".to_owned(), quoted);
            format!("set_level({}, {level})", quoted(name))
        }
        Operation::Modifiers { name, modifiers } => {
            let modifiers = modifiers.iter().map(|chosen| {
                let arguments = Value::Map(chosen.arguments.clone());
                Value::Tuple(vec![Value::from(chosen.modifier.as_str()), arguments])
            });
            format!("set_modifiers({}, {})", quoted(name), literal(&Value::List(modifiers.collect())))
        }
        Operation::AddZone { name, zone_type, location, half_extents } => format!(
            "add_zone({}, {}, {}, {})",
            quoted(name),
            quoted(zone_type),
            triple(*location),
            triple(*half_extents)
        ),
        Operation::Size { name, half_extents } => {
            format!("set_size({}, {})", quoted(name), triple(*half_extents))
        }
        Operation::Remove { name } => format!("remove({})", quoted(name)),
    }
}

fn triple(numbers: [f64; 3]) -> String {
    literal(&Value::Tuple(numbers.map(Value::Float).to_vec()))
}

fn placed(place: &Place) -> String {
    format!("{}, {}", triple(place.location), triple(place.rotation))
}
