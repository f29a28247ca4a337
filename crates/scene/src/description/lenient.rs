//! The longer forms in which the Python builder's catalogue writes two fields.
//!
//! It says a model as a reference (`{"file": …}`) and a fit with the short name under which scripts ask for it
//! (`{"alias": …, "component": …}`). Only the file and the component matter here.

use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(untagged)]
enum Model {
    File(String),
    Reference { file: String },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Fit {
    Class(String),
    Aliased { component: String },
}

pub(super) fn model<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<Model>::deserialize(deserializer)?.map(|model| match model {
        Model::File(file) | Model::Reference { file } => file,
    }))
}

pub(super) fn fits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let mut classes: Vec<String> = Vec::new();
    for fit in Vec::<Fit>::deserialize(deserializer)? {
        let (Fit::Class(class) | Fit::Aliased { component: class }) = fit;
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    Ok(classes)
}
