//! Reads the fields of a structure by the names in the file.
//!
//! A field that the file does not have reads as zero: versions differ, and a damaged file must not cause a failure.

use std::collections::BTreeSet;

use glam::{DAffine3, DMat4, DVec3};

use crate::formats::blend::bytes::{address_at, array, text};
use crate::formats::blend::column::Column;
use crate::formats::blend::dna::{Field, FieldKind, StructLayout};
use crate::formats::blend::file::BlendFile;

/// A structure in a block.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub file: &'a BlendFile<'a>,
    pub layout: &'a StructLayout,
    pub bytes: &'a [u8],
    pub owner: u32,
    pub block: u32,
}

impl BlendFile<'_> {
    /// The first structure of a block.
    pub(super) fn view(&self, block: u32) -> Option<View<'_>> {
        let found = self.blocks.get(block as usize)?;
        let layout = self.dna.structs.get(found.layout).filter(|layout| layout.size <= found.size)?;
        let bytes = self.contents(block).get(..layout.size)?;
        Some(View { file: self, layout, bytes, owner: found.owner, block })
    }

    /// Every data-block with that two-letter code, in the order of the file.
    pub(super) fn with_code(&self, code: &[u8; 2]) -> impl Iterator<Item = View<'_>> {
        let code = [code[0], code[1], 0, 0];
        let blocks = self.blocks.iter().enumerate().filter(move |(_, block)| block.code == code);
        blocks.filter_map(|(index, _)| self.view(index as u32))
    }
}

impl<'a> View<'a> {
    pub(super) fn has(&self, field: &str) -> bool {
        self.layout.field(field).is_some()
    }

    /// Element of a field as a whole number.
    pub(super) fn int(&self, field: &str) -> i64 {
        self.layout.field(field).and_then(|field| self.element(field, 0)).map_or(0, Number::int)
    }

    /// Whether a bit of a field is set.
    pub(super) fn bit(&self, field: &str, bit: i64) -> bool {
        self.int(field) & bit != 0
    }

    /// Element of a field as a number.
    pub(super) fn float(&self, field: &str) -> f64 {
        self.floats::<1>(field)[0]
    }

    /// A field that is an array of numbers.
    pub(super) fn floats<const N: usize>(&self, field: &str) -> [f64; N] {
        let field = self.layout.field(field);
        std::array::from_fn(|index| {
            field.and_then(|field| self.element(field, index)).map_or(0.0, Number::float)
        })
    }

    /// Three numbers as a vector.
    pub(super) fn vector(&self, field: &str) -> DVec3 {
        DVec3::from_array(self.floats(field))
    }

    /// A 4 × 4 matrix, stored column by column.
    pub(super) fn matrix(&self, field: &str) -> DAffine3 {
        DAffine3::from_mat4(DMat4::from_cols_array(&self.floats(field)))
    }

    /// Text in an array of characters.
    pub(super) fn text(&self, name: &str) -> String {
        let field = self.layout.field(name);
        let bytes = field.and_then(|field| {
            let rest = self.bytes.get(field.offset..)?;
            rest.get(..field.count.min(rest.len()))
        });
        bytes.map(text).unwrap_or_default()
    }

    /// A structure inside this one.
    pub(super) fn nested(&self, field: &str) -> Option<View<'a>> {
        let Field { offset, kind: FieldKind::Struct(place), .. } = self.layout.field(field)? else {
            return None;
        };
        let layout = self.file.dna.structs.get(place)?;
        let bytes = self.bytes.get(offset..)?.get(..layout.size)?;
        Some(View { layout, bytes, ..*self })
    }

    /// Name of a data-block, without the two letters of its kind.
    pub(super) fn id_name(&self) -> String {
        let id = self.nested("id").unwrap_or(*self);
        let name = id.text("name");
        name.get(2..).map(str::to_owned).unwrap_or(name)
    }

    /// The old address in a field.
    pub(super) fn address(&self, field: &str) -> u64 {
        match self.layout.field(field) {
            Some(Field { offset, kind: FieldKind::Pointer, .. }) => self.address_at(offset),
            _ => 0,
        }
    }

    /// The old addresses in a field that is an array of pointers.
    pub(super) fn addresses(&self, field: &str) -> Vec<u64> {
        match self.layout.field(field) {
            Some(Field { offset, kind: FieldKind::Pointer, count }) => {
                let size = self.file.header.pointer_bytes;
                let fitting = count.min(self.bytes.len() / size);
                (0..fitting).map(|index| self.address_at(offset + index * size)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn address_at(&self, offset: usize) -> u64 {
        address_at(self.bytes, offset, self.file.header.pointer_bytes)
    }

    /// The block at an address.
    pub(super) fn at(&self, address: u64) -> Option<View<'a>> {
        self.file.view(self.file.block_at(self.owner, address)?)
    }

    /// The structure that a field points to.
    pub(super) fn follow(&self, field: &str) -> Option<View<'a>> {
        self.at(self.address(field))
    }

    /// The structure that a field points to, if it has that name.
    pub(super) fn follow_as(&self, field: &str, structure: &str) -> Option<View<'a>> {
        self.follow(field).filter(|view| view.layout.name == structure)
    }

    /// The raw bytes of the block that a field points to.
    pub(super) fn raw(&self, field: &str) -> Option<&'a [u8]> {
        let block = self.block(field)?;
        Some(self.file.contents(block))
    }

    /// The index of the block that a field points to.
    pub(super) fn block(&self, field: &str) -> Option<u32> {
        self.file.block_at(self.owner, self.address(field))
    }

    /// The array of structures that a field points to, if they have that name.
    pub(super) fn array(&self, field: &str, structure: &str) -> Option<Structures<'a>> {
        let table = self.table(field, structure)?;
        Some(Structures { layout: table.layout, bytes: self.file.contents(table.block), count: table.count })
    }

    /// The same, for large arrays: their contents are read field by field.
    pub(super) fn table(&self, field: &str, structure: &str) -> Option<Table<'a>> {
        let block = self.block(field)?;
        let found = self.file.blocks.get(block as usize)?;
        let layout = self.file.dna.structs.get(found.layout)?;
        if layout.name != structure || layout.size == 0 {
            return None;
        }
        Some(Table { file: self.file, layout, block, count: found.count.min(found.size / layout.size) })
    }

    /// Every structure of the array that a field points to, if they have that name.
    pub(super) fn views(&self, field: &str, structure: &str) -> Vec<View<'a>> {
        let Some(array) = self.array(field, structure) else { return Vec::new() };
        array.take(array.count).map(|bytes| View { layout: array.layout, bytes, ..*self }).collect()
    }

    /// The address of the block in Blender's memory.
    pub(super) fn old_address(&self) -> u64 {
        self.file.blocks.get(self.block as usize).map_or(0, |block| block.address)
    }

    /// Whether the file is of Blender 2.80 or later.
    pub(super) fn is_modern(&self) -> bool {
        self.file.header.version >= 280
    }

    /// The addresses in the array of pointers that a field points to.
    pub(super) fn pointed_addresses(&self, field: &str, count: usize) -> Vec<u64> {
        let size = self.file.header.pointer_bytes;
        let bytes = self.raw(field).unwrap_or_default();
        let fitting = count.min(bytes.len() / size);
        (0..fitting).map(|index| address_at(bytes, index * size, size)).collect()
    }

    /// The structures of a linked list. Every link begins with the address of the next one; iteration of a cyclic
    /// list ends before it repeats.
    pub(super) fn list(&self, field: &str) -> Vec<View<'a>> {
        let mut links = Vec::new();
        let mut seen = BTreeSet::new();
        let mut next = self.nested(field).map_or(0, |list| list.address("first"));
        while let Some(link) = self.at(next).filter(|link| seen.insert(link.block)) {
            next = link.address_at(0);
            links.push(link);
        }
        links
    }

    fn element(&self, field: Field, index: usize) -> Option<Number> {
        if index >= field.count {
            return None;
        }
        Number::read(self.bytes, field.offset, field.kind, index)
    }
}

/// An array of structures in one block.
#[derive(Clone, Copy)]
pub(super) struct Structures<'a> {
    pub layout: &'a StructLayout,
    bytes: &'a [u8],
    pub count: usize,
}

impl<'a> Structures<'a> {
    /// The bytes of each structure, of at most `count` structures.
    pub(super) fn take(&self, count: usize) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        self.bytes.chunks_exact(self.layout.size).take(count.min(self.count))
    }

    /// Where a field is in each.
    pub(super) fn offset(&self, field: &str, kind: FieldKind) -> Option<usize> {
        let field = self.layout.field(field)?;
        (field.kind == kind).then_some(field.offset)
    }
}

/// An array of structures in one block whose contents are not in memory.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    file: &'a BlendFile<'a>,
    layout: &'a StructLayout,
    block: u32,
    /// Number of structures.
    pub count: usize,
}

impl<'a> Table<'a> {
    /// One field of all structures, if it has that type.
    pub(super) fn column(&self, field: &str, kind: FieldKind) -> Option<Column<'a>> {
        let found = self.layout.field(field).filter(|found| found.kind == kind)?;
        let width = found.count.checked_mul(kind.bytes(self.file.header.pointer_bytes))?;
        Column::new(self.file, self.block, found.offset, self.layout.size, width)
    }
}

/// A number of any type.
#[derive(Clone, Copy)]
enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    fn read(bytes: &[u8], offset: usize, kind: FieldKind, index: usize) -> Option<Number> {
        let at = |size: usize| index.checked_mul(size)?.checked_add(offset);
        Some(match kind {
            FieldKind::I8 => Number::Int(i64::from(i8::from_le_bytes(array(bytes, at(1)?)?))),
            FieldKind::U8 => Number::Int(i64::from(u8::from_le_bytes(array(bytes, at(1)?)?))),
            FieldKind::I16 => Number::Int(i64::from(i16::from_le_bytes(array(bytes, at(2)?)?))),
            FieldKind::U16 => Number::Int(i64::from(u16::from_le_bytes(array(bytes, at(2)?)?))),
            FieldKind::I32 => Number::Int(i64::from(i32::from_le_bytes(array(bytes, at(4)?)?))),
            FieldKind::I64 | FieldKind::U64 => Number::Int(i64::from_le_bytes(array(bytes, at(8)?)?)),
            FieldKind::F32 => Number::Float(f64::from(f32::from_le_bytes(array(bytes, at(4)?)?))),
            FieldKind::F64 => Number::Float(f64::from_le_bytes(array(bytes, at(8)?)?)),
            FieldKind::Pointer | FieldKind::Struct(_) | FieldKind::Opaque => return None,
        })
    }

    fn int(self) -> i64 {
        match self {
            Number::Int(value) => value,
            Number::Float(value) => value as i64,
        }
    }

    fn float(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }
}
