//! The list of the edits of a session, kept short: a later edit takes the place of an earlier one where the result is the same.

use crate::edit::operation::Operation;

/// Adds an operation to those before it.
///
/// An object that is moved again keeps one line, one that is added and moved is added at its last place, and one that is added
/// and removed leaves nothing.
pub fn push(list: &mut Vec<Operation>, operation: Operation) {
    match &operation {
        Operation::Place { name, place } => {
            if let Some(known) = last(list, name, |known| known.subject() == name && is_placing(known))
                && known.put(place)
            {
                return;
            }
        }
        Operation::Set { name, property, .. } => {
            let is_same = |known: &Operation| matches!(known, Operation::Set { name: other, property: same, .. } if other == name && same == property);
            if let Some(known) = last(list, name, is_same) {
                *known = operation;
                return;
            }
        }
        Operation::Rate { name, .. } | Operation::Modifiers { name, .. } | Operation::Size { name, .. } => {
            let kind = std::mem::discriminant(&operation);
            let is_same =
                |known: &Operation| std::mem::discriminant(known) == kind && known.subject() == name;
            if let Some(known) = last(list, name, is_same) {
                *known = operation;
                return;
            }
        }
        // Properties that are set between two levels may be those of the first one: a level is not moved before them.
        Operation::Level { name, .. } => {
            let is_last = list
                .last()
                .is_some_and(|known| matches!(known, Operation::Level { name: other, .. } if other == name));
            if is_last {
                list.pop();
            }
        }
        Operation::Remove { name } => {
            let added = list.iter().rposition(|known| known.adds() && known.subject() == name);
            let is_used = |known: &Operation| matches!(known, Operation::Copy { original, .. } if is_on(original, name));
            if let Some(added) = added
                && !list[added..].iter().any(is_used)
            {
                let mut index = 0;
                list.retain(|known| {
                    index += 1;
                    index <= added || !is_on(known.subject(), name)
                });
                return;
            }
        }
        Operation::Add { .. }
        | Operation::AddProp { .. }
        | Operation::AddZone { .. }
        | Operation::Copy { .. } => {}
    }
    list.push(operation);
}

fn is_placing(operation: &Operation) -> bool {
    operation.adds() || matches!(operation, Operation::Place { .. })
}

/// Whether a name is that of an object, or of something on it by its name.
fn is_on(name: &str, carrier: &str) -> bool {
    name.strip_prefix(carrier).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The last operation that fits, unless a later one depends on the state of the object in between.
fn last<'l>(
    list: &'l mut [Operation],
    name: &str,
    fits: impl Fn(&Operation) -> bool,
) -> Option<&'l mut Operation> {
    for known in list.iter_mut().rev() {
        if fits(known) {
            return Some(known);
        }
        let depends = match known {
            Operation::Copy { original, name: copy, .. } => is_on(name, original) || is_on(name, copy),
            Operation::Add { name: other, .. }
            | Operation::AddProp { name: other, .. }
            | Operation::AddZone { name: other, .. }
            | Operation::Level { name: other, .. }
            | Operation::Remove { name: other } => is_on(name, other),
            Operation::Place { .. }
            | Operation::Set { .. }
            | Operation::Rate { .. }
            | Operation::Modifiers { .. }
            | Operation::Size { .. } => false,
        };
        if depends {
            return None;
        }
    }
    None
}
