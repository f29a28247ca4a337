//! Adds robots, components and objects of model files to a document.

use crate::builder::SceneBuilder;
use crate::builder::object::initial_rotation;
use crate::description::{Catalog, Kind};
use crate::document::{Document, ModelReference, Object, ObjectKind, Source};
use crate::edit::operation::Place;
use crate::edit::refusal::{Refusal, unknown};
use crate::wiring::wiring_table::WiringTable;

/// Where a new object of a builder class is in its parent: cameras look ahead.
#[must_use]
pub fn first_place(builder: &str) -> Place {
    Place { location: [0.0; 3], rotation: initial_rotation(builder) }
}

/// A robot or component to add.
pub(super) struct New<'a> {
    pub(super) builder: &'a str,
    pub(super) name: &'a str,
    pub(super) place: &'a Place,
    pub(super) interface: Option<&'a str>,
    pub(super) source: Option<&'a Source>,
}

/// Adds an object of a builder class.
pub(super) fn add(
    document: &mut Document,
    new: &New<'_>,
    catalog: &Catalog,
    wiring: &WiringTable,
) -> Result<(), Refusal> {
    let Some((component, _)) = catalog.by_builder(new.builder) else {
        let nearest = catalog.nearest_builder(new.builder).map(|name| format!("did you mean `{name}`?"));
        let message = format!("there is no builder class `{}`", new.builder);
        return Err(Refusal { message, help: nearest });
    };
    let (parent, own) = match new.name.rsplit_once('.') {
        Some((parent, own)) => (Some(parent), own),
        None => (None, new.name),
    };
    check_name(document, new.name, own)?;
    match (component.kind, parent) {
        (Kind::Modifier, _) => {
            return Err(format!("`{}` makes a modifier, which is not an object", new.builder).into());
        }
        (Kind::Robot, Some(_)) => {
            return Err(format!("`{}` makes a robot, whose name has no dots", new.builder).into());
        }
        (Kind::Robot, None) => {}
        (_, None) => {
            let kind = component.kind.with_article();
            let message = format!("`{}` makes {kind}, which is on a robot", new.builder);
            return Err(Refusal { message, help: Some(format!("name it `robot.{own}`")) });
        }
        (_, Some(parent)) => check_carrier(document, parent)?,
    }
    let mut scene = SceneBuilder::new(catalog, wiring);
    scene.add_described(own, parent, new.builder, component.kind, new.interface);
    let mut built = scene
        .build()
        .map_err(|errors| errors.0.into_iter().map(|error| error.message).collect::<Vec<_>>().join("; "))?;
    for object in &mut built.objects {
        object.location = new.place.location;
        object.rotation = new.place.rotation;
        object.sources.clear();
        object.source = new.source.cloned();
    }
    document.objects.append(&mut built.objects);
    let source = new.source.cloned();
    let sources = &mut document.wiring_sources;
    for (name, streams) in built.component_datastream {
        sources.component_datastream.insert(name.clone(), vec![source.clone(); streams.len()]);
        document.component_datastream.insert(name, streams);
    }
    for (name, services) in built.component_service {
        sources.component_service.insert(name.clone(), vec![source.clone(); services.len()]);
        document.component_service.insert(name, services);
    }
    Ok(())
}

/// Adds an object of a model file.
pub(super) fn add_prop(
    document: &mut Document,
    file: &str,
    object: Option<&str>,
    name: &str,
    place: &Place,
    source: Option<&Source>,
) -> Result<(), Refusal> {
    check_name(document, name, name)?;
    let objects = object.map(str::to_owned).into_iter().collect();
    document.objects.push(Object {
        builder: Some("PassiveObject".to_owned()),
        model: Some(ModelReference { file: file.to_owned(), objects, ..ModelReference::default() }),
        location: place.location,
        rotation: place.rotation,
        source: source.cloned(),
        ..Object::new(name, ObjectKind::Object)
    });
    Ok(())
}

/// Checks the name of an object that is to be added. `own` is the part after the last dot.
pub(super) fn check_name(document: &Document, name: &str, own: &str) -> Result<(), Refusal> {
    if own.is_empty() || own.contains('.') {
        return Err(format!("`{name}` is not a name: use letters, digits and underscores").into());
    }
    if document.object(name).is_some() {
        return Err(format!("there is already an object called `{name}`").into());
    }
    Ok(())
}

fn check_carrier(document: &Document, name: &str) -> Result<(), Refusal> {
    let carrier = document.object(name).ok_or_else(|| unknown(document, name))?;
    match carrier.kind {
        ObjectKind::Robot | ObjectKind::Sensor | ObjectKind::Actuator => Ok(()),
        other => Err(format!("`{name}` is {}: only robots carry components", other.with_article()).into()),
    }
}
