//! Changes the level and the modifiers of a component, and the size of a zone.

use crate::builder::SceneBuilder;
use crate::description::{Catalog, Kind};
use crate::document::{Document, LEVEL, Object, ObjectKind, Source};
use crate::edit::add::check_name;
use crate::edit::operation::{ChosenModifier, Place};
use crate::edit::refusal::{Refusal, unknown};
use crate::nearest::did_you_mean;
use crate::wiring::wiring_table::WiringTable;
use crate::wiring::{Direction, ModifierEntry};

/// Sets the level of a component. Its streams that were the default of the old level become those of the new one.
pub(super) fn set_level(
    document: &mut Document,
    catalog: &Catalog,
    wiring: &WiringTable,
    name: &str,
    level: Option<&str>,
    source: Option<&Source>,
) -> Result<(), Refusal> {
    let object = component(document, name)?;
    let direction = direction_of(object);
    let class = object.class.clone().unwrap_or_default();
    let old = object.level.clone();
    check_level(catalog, &class, level)?;
    let mut chosen = level.map(str::to_owned);
    let mut streams = document.component_datastream.get(name).cloned().unwrap_or_default();
    for stream in &mut streams {
        let Some(middleware) = wiring.middleware_of_manager(&stream.manager) else { continue };
        let default_of = |level: Option<&str>| wiring.default_stream(&class, level, middleware, direction);
        let is_default = default_of(old.as_deref()).is_ok_and(|known| known.class == stream.class);
        if !is_default {
            continue;
        }
        let new = default_of(level).map_err(|error| error.to_string())?;
        stream.class = new.class.to_owned();
        chosen = chosen.or_else(|| new.level.map(str::to_owned));
    }
    if !streams.is_empty() {
        document.component_datastream.insert(name.to_owned(), streams);
    }
    let object = object_mut(document, name)?;
    object.level = chosen;
    match source {
        Some(source) => drop(object.sources.insert(LEVEL.to_owned(), source.clone())),
        None => drop(object.sources.remove(LEVEL)),
    }
    Ok(())
}

fn check_level(catalog: &Catalog, class: &str, level: Option<&str>) -> Result<(), Refusal> {
    let (Some(level), Some(description)) = (level, catalog.by_class(class)) else { return Ok(()) };
    if level == "default" || description.level(level).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = description.levels.iter().map(|level| level.name.as_str()).collect();
    let message = match names.as_slice() {
        [] => format!("there is no level `{level}`: `{class}` has no levels"),
        _ => format!("`{class}` has no level `{level}`; its levels are {}", names.join(", ")),
    };
    Err(Refusal { message, help: did_you_mean(level, names) })
}

/// Sets all modifiers of a component, in the order in which they apply.
pub(super) fn set_modifiers(
    document: &mut Document,
    wiring: &WiringTable,
    name: &str,
    modifiers: &[ChosenModifier],
    source: Option<&Source>,
) -> Result<(), Refusal> {
    let object = component(document, name)?;
    let class = object.class.clone().unwrap_or_default();
    let direction = direction_of(object);
    let entries = modifiers.iter().map(|chosen| entry(wiring, &class, direction, chosen));
    let entries: Vec<ModifierEntry> = entries.collect::<Result<_, Refusal>>()?;
    let sources = &mut document.wiring_sources.component_modifier;
    if entries.is_empty() {
        document.component_modifier.remove(name);
        sources.remove(name);
    } else {
        sources.insert(name.to_owned(), vec![source.cloned(); entries.len()]);
        document.component_modifier.insert(name.to_owned(), entries);
    }
    Ok(())
}

/// The entry of a modifier, which is named by its short name or by its class path.
fn entry(
    wiring: &WiringTable,
    component: &str,
    direction: Direction,
    chosen: &ChosenModifier,
) -> Result<ModifierEntry, Refusal> {
    let ChosenModifier { modifier, arguments } = chosen;
    let of = |class: &str| ModifierEntry { class: class.to_owned(), direction, arguments: arguments.clone() };
    if let Some(class) = wiring.modifier(modifier, component) {
        return Ok(of(class));
    }
    if wiring.modifier_aliases().any(|alias| alias == modifier) {
        let fitting: Vec<&str> = wiring.components_of_modifier(modifier).collect();
        return Err(format!("`{modifier}` does not fit `{component}`; it fits {}", fitting.join(", ")).into());
    }
    // The checks of the document know which classes exist.
    if modifier.contains('.') {
        return Ok(of(modifier));
    }
    let help = did_you_mean(modifier, wiring.modifier_aliases());
    Err(Refusal { message: format!("there is no modifier `{modifier}`"), help })
}

/// Adds a zone.
pub(super) fn add_zone(
    document: &mut Document,
    catalog: &Catalog,
    wiring: &WiringTable,
    zone: &NewZone<'_>,
    source: Option<&Source>,
) -> Result<(), Refusal> {
    check_name(document, zone.name, zone.name)?;
    check_size(zone.half_extents)?;
    let mut scene = SceneBuilder::new(catalog, wiring);
    scene.zone(zone.name, zone.zone_type).scale(zone.half_extents);
    let built = scene
        .build()
        .map_err(|errors| errors.0.into_iter().map(|error| error.message).collect::<Vec<_>>().join("; "))?;
    document.objects.extend(built.objects.into_iter().map(|mut object| {
        object.location = zone.location;
        object.sources.clear();
        object.source = source.cloned();
        object
    }));
    Ok(())
}

/// A zone to add.
pub(super) struct NewZone<'a> {
    pub(super) name: &'a str,
    pub(super) zone_type: &'a str,
    pub(super) location: [f64; 3],
    pub(super) half_extents: [f64; 3],
}

/// Sets the half extents of a zone.
pub(super) fn set_size(document: &mut Document, name: &str, half_extents: [f64; 3]) -> Result<(), Refusal> {
    check_size(half_extents)?;
    let object = object_mut(document, name)?;
    if object.kind != ObjectKind::Zone {
        let kind = object.kind.with_article();
        return Err(format!("it is {kind}: only zones have a size").into());
    }
    object.scale = half_extents;
    Ok(())
}

fn check_size(half_extents: [f64; 3]) -> Result<(), Refusal> {
    if half_extents.iter().all(|size| size.is_finite() && *size > 0.0) {
        return Ok(());
    }
    Err("the half extents of a zone are numbers above 0 [m]".to_owned().into())
}

/// A zone does not turn.
pub(super) fn check_place(object: &Object, place: &Place) -> Result<(), Refusal> {
    if object.kind == ObjectKind::Zone && place.rotation != [0.0; 3] {
        return Err("zones are always parallel to the axes of the world".to_owned().into());
    }
    Ok(())
}

fn component<'d>(document: &'d Document, name: &str) -> Result<&'d Object, Refusal> {
    let object = document.object(name).ok_or_else(|| unknown(document, name))?;
    if object.kind.is_component() {
        return Ok(object);
    }
    let kind = object.kind.with_article();
    Err(format!("it is {kind}: only sensors and actuators have levels and modifiers").into())
}

fn direction_of(object: &Object) -> Direction {
    if object.kind.class_kind() == Some(Kind::Actuator) { Direction::In } else { Direction::Out }
}

fn object_mut<'d>(document: &'d mut Document, name: &str) -> Result<&'d mut Object, Refusal> {
    match document.objects.iter().position(|object| object.name == name) {
        Some(index) => Ok(&mut document.objects[index]),
        None => Err(unknown(document, name)),
    }
}
