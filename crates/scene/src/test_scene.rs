//! A small catalogue and a small scene, for tests.

use crate::description::Catalogue;
use crate::document::Document;

pub(crate) const FIRST_SCENE: &str = include_str!("test_scene/first_scene.json");
const CATALOGUE: &str = include_str!("test_scene/catalogue.json");

pub(crate) fn catalogue() -> Catalogue {
    Catalogue::from_json(CATALOGUE).unwrap()
}

pub(crate) fn first_scene() -> Document {
    Document::from_json(FIRST_SCENE).unwrap()
}
