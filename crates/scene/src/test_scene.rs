//! A small catalog and a small scene for tests.

use crate::description::Catalog;
use crate::document::Document;

pub(crate) const FIRST_SCENE: &str = include_str!("test_scene/first_scene.json");
const CATALOG: &str = include_str!("test_scene/catalog.json");

pub(crate) fn catalog() -> Catalog {
    Catalog::from_json(CATALOG).unwrap()
}

pub(crate) fn first_scene() -> Document {
    Document::from_json(FIRST_SCENE).unwrap()
}
