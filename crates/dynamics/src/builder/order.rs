//! Topological order of links: depth first, so that each mechanism and each branch is contiguous.

use std::collections::BTreeMap;

use crate::error::ModelError;
use crate::spec::ModelSpec;

/// Number of names that an error lists.
const LISTED: usize = 20;

/// The first names of a list, for errors.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let more = if names.len() > LISTED { ", …" } else { "" };
    format!("{}{more}", names[..names.len().min(LISTED)].join(", "))
}

/// Indices of the links, parents first, each with the index of its parent.
pub(super) fn order(spec: &ModelSpec) -> Result<Vec<(usize, Option<usize>)>, ModelError> {
    let mut by_name = BTreeMap::new();
    for (index, link) in spec.links.iter().enumerate() {
        if by_name.insert(link.name.as_str(), index).is_some() {
            return Err(ModelError::Duplicate { kind: "link", name: link.name.clone() });
        }
    }
    let mut parents = Vec::with_capacity(spec.links.len());
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); spec.links.len()];
    for (index, link) in spec.links.iter().enumerate() {
        let parent = match &link.parent {
            None => None,
            Some(name) => Some(*by_name.get(name.as_str()).ok_or_else(|| ModelError::Unknown {
                place: format!("link `{}`", link.name),
                kind: "link",
                name: name.clone(),
                known: listed(spec.links.iter().map(|link| link.name.as_str())),
            })?),
        };
        if let Some(parent) = parent {
            children[parent].push(index);
        }
        parents.push(parent);
    }
    let mut order = Vec::with_capacity(spec.links.len());
    let mut waiting: Vec<usize> =
        (0..spec.links.len()).rev().filter(|link| parents[*link].is_none()).collect();
    let mut reached = vec![false; spec.links.len()];
    while let Some(link) = waiting.pop() {
        reached[link] = true;
        order.push((link, parents[link]));
        waiting.extend(children[link].iter().rev());
    }
    match reached.iter().position(|reached| !reached) {
        None => Ok(order),
        Some(link) => Err(circle(spec, &parents, link)),
    }
}

/// The error for a link whose ancestors form a circle.
fn circle(spec: &ModelSpec, parents: &[Option<usize>], start: usize) -> ModelError {
    let mut link = start;
    let mut seen = vec![false; parents.len()];
    while !seen[link] {
        seen[link] = true;
        link = parents[link].unwrap_or(link);
    }
    let first = link;
    let mut names = vec![spec.links[first].name.as_str()];
    while let Some(parent) = parents[link] {
        names.push(&spec.links[parent].name);
        link = parent;
        if link == first {
            break;
        }
    }
    ModelError::Circle { link: spec.links[first].name.clone(), circle: names.join(" on ") }
}
