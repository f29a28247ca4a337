//! Carries out the edits of a document.

use crate::description::Catalog;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Document, FREQUENCY, Object, Source};
use crate::edit::operation::{Operation, Place};
use crate::edit::refusal::{Refusal, unknown};
use crate::edit::subtree::subtree;
use crate::edit::{add, component, copy};
use crate::value::Value;
use crate::wiring::wiring_table::WiringTable;

/// Carries out the edits of a document in their order, and removes them from it. The rest of the document is not checked.
/// Returns an error for each edit that cannot be carried out, such as one of an object that does not exist; that edit changes
/// nothing.
pub fn apply(document: &mut Document, catalog: &Catalog, wiring: &WiringTable) -> Vec<Diagnostic> {
    let edits = std::mem::take(&mut document.edits);
    let mut findings = Vec::new();
    for edit in edits {
        let source = edit.source.as_ref();
        if let Err(refusal) = apply_one(document, &edit.operation, source, catalog, wiring) {
            let finding = Diagnostic::error(Code::SceneEdit, refusal.message);
            findings.push(finding.on(edit.operation.subject()).at(source).help(refusal.help));
        }
    }
    findings
}

fn apply_one(
    document: &mut Document,
    operation: &Operation,
    source: Option<&Source>,
    catalog: &Catalog,
    wiring: &WiringTable,
) -> Result<(), Refusal> {
    match operation {
        Operation::Add { builder, name, place, interface } => {
            let new = add::New { builder, name, place, interface: interface.as_deref(), source };
            add::add(document, &new, catalog, wiring)
        }
        Operation::AddProp { file, object, name, place } => {
            add::add_prop(document, file, object.as_deref(), name, place, source)
        }
        Operation::Copy { original, name, place } => copy::copy(document, original, name, place, source),
        Operation::Place { name, place } => {
            let object = object_mut(document, name)?;
            component::check_place(object, place)?;
            Place { location: object.location, rotation: object.rotation } = *place;
            Ok(())
        }
        Operation::Set { name, property, value } => {
            let object = object_mut(document, name)?;
            match value {
                Value::Null => drop(object.properties.remove(property)),
                value => drop(object.properties.insert(property.as_str(), value.clone())),
            }
            note(object, property, source);
            Ok(())
        }
        Operation::Rate { name, rate_hz } => {
            let object = object_mut(document, name)?;
            if !object.kind.is_component() {
                let kind = object.kind.with_article();
                return Err(format!("it is {kind}: only sensors and actuators have a rate").into());
            }
            object.rate_hz = Some(*rate_hz);
            note(object, FREQUENCY, source);
            Ok(())
        }
        Operation::Level { name, level } => {
            component::set_level(document, catalog, wiring, name, level.as_deref(), source)
        }
        Operation::Modifiers { name, modifiers } => {
            component::set_modifiers(document, wiring, name, modifiers, source)
        }
        Operation::AddZone { name, zone_type, location, half_extents } => {
            let (location, half_extents) = (*location, *half_extents);
            let zone = component::NewZone { name, zone_type, location, half_extents };
            component::add_zone(document, catalog, wiring, &zone, source)
        }
        Operation::Size { name, half_extents } => component::set_size(document, name, *half_extents),
        Operation::Remove { name } => remove(document, name),
    }
}

/// Notes the line that set a property.
fn note(object: &mut Object, name: &str, source: Option<&Source>) {
    match source {
        Some(source) => drop(object.sources.insert(name.to_owned(), source.clone())),
        None => drop(object.sources.remove(name)),
    }
}

fn object_mut<'d>(document: &'d mut Document, name: &str) -> Result<&'d mut Object, Refusal> {
    match document.objects.iter().position(|object| object.name == name) {
        Some(index) => Ok(&mut document.objects[index]),
        None => Err(unknown(document, name)),
    }
}

fn remove(document: &mut Document, name: &str) -> Result<(), Refusal> {
    object_mut(document, name)?;
    let gone = subtree(document, name);
    let stays = |name: &String| !gone.contains(name);
    document.objects.retain(|object| stays(&object.name));
    document.component_datastream.retain(|name, _| stays(name));
    document.component_modifier.retain(|name, _| stays(name));
    document.component_service.retain(|name, _| stays(name));
    document.overlays.values_mut().for_each(|overlays| overlays.retain(|name, _| stays(name)));
    document.overlays.retain(|_, overlays| !overlays.is_empty());
    let sources = &mut document.wiring_sources;
    sources.component_datastream.retain(|name, _| stays(name));
    sources.component_modifier.retain(|name, _| stays(name));
    sources.component_service.retain(|name, _| stays(name));
    sources.overlays.values_mut().for_each(|overlays| overlays.retain(|name, _| stays(name)));
    // Messages of the builder about an object that is gone.
    document.builder_log.retain(|entry| entry.object.as_ref().is_none_or(stays));
    Ok(())
}
