//! Attributes of a mesh, in files of Blender 2.80 and later: values for each vertex, edge, face or corner of a face.
//!
//! Up to Blender 4.5 they are layers of `CustomData`, one for each domain; since 5.0 an `AttributeStorage` holds all.

use crate::formats::blend::bytes::text;
use crate::formats::blend::column::Column;
use crate::formats::blend::file::BlendFile;
use crate::formats::blend::view::View;

/// The elements to which the values of an attribute belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    Vertex,
    Edge,
    Face,
    Corner,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Int,
    Int2,
    Float,
    Float2,
    Float3,
}

impl ValueKind {
    /// From a type of `CustomData`.
    fn of_layer(number: i64) -> Option<ValueKind> {
        match number {
            10 => Some(ValueKind::Float),
            11 => Some(ValueKind::Int),
            46 => Some(ValueKind::Int2),
            48 => Some(ValueKind::Float3),
            49 => Some(ValueKind::Float2),
            _ => None,
        }
    }

    /// From a type of `AttributeStorage`.
    fn of_attribute(number: i64) -> Option<ValueKind> {
        match number {
            3 => Some(ValueKind::Int),
            4 => Some(ValueKind::Int2),
            5 => Some(ValueKind::Float),
            6 => Some(ValueKind::Float2),
            7 => Some(ValueKind::Float3),
            _ => None,
        }
    }

    fn bytes(self) -> usize {
        match self {
            ValueKind::Int | ValueKind::Float => 4,
            ValueKind::Int2 | ValueKind::Float2 => 8,
            ValueKind::Float3 => 12,
        }
    }
}

/// The values of an attribute.
pub(super) struct Attribute<'a> {
    pub name: String,
    pub domain: Domain,
    pub kind: ValueKind,
    file: &'a BlendFile<'a>,
    block: u32,
    /// Whether one value holds for all elements.
    is_single: bool,
}

impl<'a> Attribute<'a> {
    /// Whether there is a value for each of `count` elements.
    pub(super) fn has_all(&self, count: usize) -> bool {
        let values = if self.is_single { count.min(1) } else { count };
        let stored = self.file.blocks.get(self.block as usize).map_or(0, |block| block.size);
        values.checked_mul(self.kind.bytes()).is_some_and(|needed| needed <= stored)
    }

    /// Its values.
    pub(super) fn column(&self) -> Option<Column<'a>> {
        let stride = if self.is_single { 0 } else { self.kind.bytes() };
        Column::new(self.file, self.block, 0, stride, self.kind.bytes())
    }
}

/// All attributes of a mesh that have a known type.
pub(super) fn attributes<'a>(data: &View<'a>) -> Vec<Attribute<'a>> {
    let stored = stored(data);
    if stored.is_empty() { layers(data) } else { stored }
}

/// Blender 5.0 and later.
fn stored<'a>(data: &View<'a>) -> Vec<Attribute<'a>> {
    const SINGLE: i64 = 1;
    let Some(storage) = data.nested("attribute_storage") else { return Vec::new() };
    let attributes = storage.views("dna_attributes", "Attribute").into_iter().filter_map(|attribute| {
        let domain = match attribute.int("domain") {
            0 => Domain::Vertex,
            1 => Domain::Edge,
            2 => Domain::Face,
            3 => Domain::Corner,
            _ => return None,
        };
        let kind = ValueKind::of_attribute(attribute.int("data_type"))?;
        let block = attribute.follow("data")?.block("data")?;
        let name = attribute.raw("name").map(text).unwrap_or_default();
        let is_single = attribute.int("storage_type") == SINGLE;
        Some(Attribute { name, domain, kind, file: data.file, block, is_single })
    });
    attributes.collect()
}

/// Blender 2.80 to 4.5.
fn layers<'a>(data: &View<'a>) -> Vec<Attribute<'a>> {
    let domains = [
        ("vdata", Domain::Vertex),
        ("edata", Domain::Edge),
        ("pdata", Domain::Face),
        ("ldata", Domain::Corner),
    ];
    let attributes = domains.into_iter().flat_map(|(field, domain)| {
        let layers = data.nested(field).map(|data| data.views("layers", "CustomDataLayer"));
        layers.unwrap_or_default().into_iter().filter_map(move |layer| {
            let kind = ValueKind::of_layer(layer.int("type"))?;
            Some(Attribute {
                name: layer.text("name"),
                domain,
                kind,
                file: data.file,
                block: layer.block("data")?,
                is_single: false,
            })
        })
    });
    attributes.collect()
}

/// The attribute of this domain, type and name.
pub(super) fn find<'a, 'b>(
    attributes: &'b [Attribute<'a>],
    domain: Domain,
    kind: ValueKind,
    name: &str,
) -> Option<&'b Attribute<'a>> {
    attributes.iter().find(|known| (known.domain, known.kind) == (domain, kind) && known.name == name)
}
