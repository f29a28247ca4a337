//! The palette: all that can be added to the edited scene.

use morse::models;
use morse_assets::model::{Model, NodeKind};
use morse_scene::Kind;
use serde_json::{Value as Json, json};

use crate::commands::edit::session::Session;
use crate::output::columns::first_sentence;

/// The folder of models of objects.
const PROPS: &str = "props";
/// Module of the robots that are people.
const PEOPLE: &str = "morse.robots.human.";

/// Builder classes of robots, people, sensors and actuators with a sentence each, objects of model files, and middlewares.
pub fn palette(session: &Session) -> Json {
    let catalog = morse::catalog();
    let of = |fits: &dyn Fn(Kind, &str) -> bool| {
        let fitting = catalog.components.iter().filter(|it| it.implemented && fits(it.kind, &it.class));
        let mut classes: Vec<(String, String)> = fitting
            .flat_map(|it| it.builders.iter().map(|builder| (builder.name.clone(), first_sentence(&it.doc))))
            .collect();
        classes.sort();
        classes.into_iter().map(|(name, doc)| json!({"name": name, "doc": doc})).collect::<Vec<Json>>()
    };
    let is_person = |class: &str| class.starts_with(PEOPLE);
    json!({
        "robots": of(&|kind, class| kind == Kind::Robot && !is_person(class)),
        "people": of(&|kind, class| kind == Kind::Robot && is_person(class)),
        "sensors": of(&|kind, _| kind == Kind::Sensor),
        "actuators": of(&|kind, _| kind == Kind::Actuator),
        "props": props(session),
        "interfaces": morse::middlewares::NAMES,
    })
}

/// The objects of all model files of props. Files that cannot be read are listed without objects.
fn props(session: &Session) -> Vec<Json> {
    let library = models::library(Some(session.file().scene()));
    let mut props = Vec::new();
    for name in library.list(PROPS) {
        let file = format!("{PROPS}/{name}");
        match library.load(&file, PROPS) {
            Ok((loaded, _)) => {
                let objects = objects(&loaded.model);
                props.extend(objects.map(|object| json!({"file": file, "object": object})));
            }
            Err(error) => props.push(json!({"file": file, "problem": error.to_string()})),
        }
    }
    props
}

/// The objects of a file that are not on other objects.
fn objects(model: &Model) -> impl Iterator<Item = &str> {
    let is_shown = |kind: &NodeKind| !matches!(kind, NodeKind::Light(_) | NodeKind::Camera(_));
    let tops = model
        .nodes
        .iter()
        .filter(move |node| node.parent.is_none() && !node.is_left_out() && is_shown(&node.kind));
    tops.map(|node| node.name.as_str())
}
