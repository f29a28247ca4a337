//! Joins findings about objects that have the same problem.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;

/// Maximum number of further places in a joined finding.
const RELATED_MAX: usize = 3;

/// Joins findings that differ in their objects only: the first one remains, with the number of the other objects and
/// their first places.
#[must_use]
pub fn merged(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut groups: BTreeMap<_, (usize, usize)> = BTreeMap::new();
    let mut kept: Vec<Diagnostic> = Vec::new();
    for finding in findings {
        let key = (finding.code, finding.message.clone(), finding.help.clone());
        let (index, further) = groups.entry(key).or_insert((kept.len(), 0));
        let Some(first) = kept.get_mut(*index) else {
            kept.push(finding);
            continue;
        };
        if first.object == finding.object {
            continue;
        }
        *further += 1;
        let place = finding.source.filter(|place| Some(place) != first.source.as_ref());
        let is_new = |place: &_| first.related.len() < RELATED_MAX && !first.related.contains(place);
        let place = place.filter(is_new);
        first.related.extend(place);
    }
    for (index, further) in groups.into_values().filter(|&(_, further)| further > 0) {
        let text = if further == 1 {
            "1 more object has".to_owned()
        } else {
            format!("{further} more objects have")
        };
        kept[index].message.push_str(&format!("; {text} the same problem"));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::Source;

    #[test]
    fn one_missing_file_of_many_objects_is_one_finding() {
        let missing = |index: u32| {
            let source = Source { file: "scene.py".into(), line: 3 + index % 6 };
            Diagnostic::error(Code::RunModel, "model \"tree\" not found")
                .on(format!("tree.{index}"))
                .at(Some(&source))
        };
        let other = Diagnostic::error(Code::RunModel, "model \"house\" not found").on("house");
        let found = merged((0..570).map(missing).chain([other.clone()]).collect());
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].message, "model \"tree\" not found; 569 more objects have the same problem");
        assert_eq!((found[0].object.as_deref(), found[0].related.len()), (Some("tree.0"), 3));
        assert_eq!(found[1], other);
    }
}
