//! Attributes of a mesh, in files of Blender 2.80 and later: values for each vertex, face or corner of a face.
//!
//! Up to Blender 4.5 they are layers of `CustomData`, one for each domain; since 5.0 an `AttributeStorage` holds all.

use crate::formats::blend::bytes::{f32_at, text, u32_at};
use crate::formats::blend::view::View;

/// The elements to which the values of an attribute belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    Vertex,
    Face,
    Corner,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Int,
    Float2,
    Float3,
}

impl ValueKind {
    /// From a type of `CustomData`.
    fn of_layer(number: i64) -> Option<ValueKind> {
        match number {
            11 => Some(ValueKind::Int),
            48 => Some(ValueKind::Float3),
            49 => Some(ValueKind::Float2),
            _ => None,
        }
    }

    /// From a type of `AttributeStorage`.
    fn of_attribute(number: i64) -> Option<ValueKind> {
        match number {
            3 => Some(ValueKind::Int),
            6 => Some(ValueKind::Float2),
            7 => Some(ValueKind::Float3),
            _ => None,
        }
    }

    fn bytes(self) -> usize {
        match self {
            ValueKind::Int => 4,
            ValueKind::Float2 => 8,
            ValueKind::Float3 => 12,
        }
    }
}

/// The values of an attribute.
pub(super) struct Attribute<'a> {
    pub name: String,
    pub domain: Domain,
    pub kind: ValueKind,
    bytes: &'a [u8],
    /// Whether one value holds for all elements.
    is_single: bool,
}

impl Attribute<'_> {
    /// Whether there is a value for each of `count` elements.
    pub(super) fn has_all(&self, count: usize) -> bool {
        let values = if self.is_single { count.min(1) } else { count };
        values.checked_mul(self.kind.bytes()).is_some_and(|needed| needed <= self.bytes.len())
    }

    fn offset(&self, index: usize) -> usize {
        if self.is_single { 0 } else { index * self.kind.bytes() }
    }

    /// The value of an element; `u32::MAX` if it is not in the file.
    pub(super) fn int(&self, index: usize) -> u32 {
        u32_at(self.bytes, self.offset(index)).unwrap_or(u32::MAX)
    }

    /// The value of an element; NaN where it is not in the file.
    pub(super) fn floats<const N: usize>(&self, index: usize) -> [f32; N] {
        let offset = self.offset(index);
        std::array::from_fn(|part| f32_at(self.bytes, offset + 4 * part).unwrap_or(f32::NAN))
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
            2 => Domain::Face,
            3 => Domain::Corner,
            _ => return None,
        };
        let kind = ValueKind::of_attribute(attribute.int("data_type"))?;
        let values = attribute.follow("data")?;
        let name = attribute.raw("name").map(text).unwrap_or_default();
        let is_single = attribute.int("storage_type") == SINGLE;
        Some(Attribute { name, domain, kind, bytes: values.raw("data")?, is_single })
    });
    attributes.collect()
}

/// Blender 2.80 to 4.5.
fn layers<'a>(data: &View<'a>) -> Vec<Attribute<'a>> {
    let domains = [("vdata", Domain::Vertex), ("pdata", Domain::Face), ("ldata", Domain::Corner)];
    let attributes = domains.into_iter().flat_map(|(field, domain)| {
        let layers = data.nested(field).map(|data| data.views("layers", "CustomDataLayer"));
        layers.unwrap_or_default().into_iter().filter_map(move |layer| {
            let kind = ValueKind::of_layer(layer.int("type"))?;
            Some(Attribute {
                name: layer.text("name"),
                domain,
                kind,
                bytes: layer.raw("data")?,
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
