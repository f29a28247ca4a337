//! Collections of Blender 2.80 and later: which objects the first scene shows, and which it hides.

use std::collections::{BTreeMap, BTreeSet};

use crate::formats::blend::view::View;

/// Bit of `flag` of a collection: its objects are left out of pictures.
const HIDDEN_IN_RENDER: i64 = 1 << 3;
/// Bit of `flag` of a collection in a view layer: it is not part of it.
const EXCLUDED: i64 = 1 << 4;

/// The contents of the first scene.
#[derive(Default)]
pub(super) struct Shown<'a> {
    /// Its objects by their blocks, each with whether a picture shows it. An object in several collections is shown if one of
    /// them is.
    pub(super) objects: BTreeMap<u32, bool>,
    /// References to collections and to objects, which may be in linked files, that a picture shows.
    pub(super) children: Vec<View<'a>>,
    pub(super) members: Vec<View<'a>>,
}

/// The contents of the first scene.
pub(super) fn shown<'a>(scene: &View<'a>) -> Shown<'a> {
    let excluded = excluded(scene);
    let mut shown = Shown::default();
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<(View<'_>, bool)> =
        scene.follow("master_collection").map(|collection| (collection, true)).into_iter().collect();
    while let Some((collection, above)) = waiting.pop() {
        let is_shown =
            above && !collection.bit("flag", HIDDEN_IN_RENDER) && !excluded.contains(&collection.block);
        if !seen.insert((collection.block, is_shown)) {
            continue;
        }
        for object in members(&collection) {
            *shown.objects.entry(object.block).or_default() |= is_shown;
        }
        if is_shown {
            let is_in = |child: &View<'_>| {
                child.follow("collection").is_none_or(|child| !excluded.contains(&child.block))
            };
            shown.children.extend(collection.list("children").into_iter().filter(is_in));
            shown.members.extend(collection.list("gobject"));
        }
        waiting.extend(children(&collection).into_iter().map(|child| (child, is_shown)));
    }
    shown
}

/// The objects of a collection, without those of its children.
pub(super) fn members<'a>(collection: &View<'a>) -> Vec<View<'a>> {
    let links = collection.list("gobject").into_iter();
    links.filter_map(|link| link.follow_as("ob", "Object")).collect()
}

fn children<'a>(collection: &View<'a>) -> Vec<View<'a>> {
    let links = collection.list("children").into_iter();
    links.filter_map(|link| link.follow_as("collection", "Collection")).collect()
}

/// The objects of a collection and of all collections below it, each once.
pub(super) fn all_members<'a>(collection: &View<'a>) -> Vec<View<'a>> {
    let (mut objects, mut known, mut seen) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut waiting = vec![*collection];
    while let Some(collection) = waiting.pop() {
        if seen.insert(collection.block) {
            objects.extend(members(&collection).into_iter().filter(|object| known.insert(object.block)));
            waiting.extend(children(&collection).into_iter().rev());
        }
    }
    objects
}

/// The collections that the first view layer excludes.
fn excluded(scene: &View<'_>) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let layers = scene.list("view_layers");
    let mut waiting: Vec<View<'_>> =
        layers.first().map(|layer| layer.list("layer_collections")).unwrap_or_default();
    while let Some(layer) = waiting.pop() {
        if !seen.insert(layer.block) {
            continue;
        }
        if layer.bit("flag", EXCLUDED)
            && let Some(collection) = layer.follow("collection")
        {
            found.insert(collection.block);
        }
        waiting.extend(layer.list("layer_collections"));
    }
    found
}
