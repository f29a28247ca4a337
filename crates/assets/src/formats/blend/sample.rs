//! Small Blender files for tests, written field by field.

mod structure_dna;
mod structures;

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use crate::formats::blend::bytes::array;
use crate::formats::blend::dna::{Dna, FieldKind};
use structure_dna::dna_bytes_of;

pub(crate) use structure_dna::dna_bytes;

/// Length of the header of the sample files.
const HEADER_BYTES: usize = 12;

/// A field of a block.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    Int(i64),
    Floats(&'a [f32]),
    Text(&'a str),
    Pointer(u64),
}

/// A sample file under construction.
pub(crate) struct Sample {
    pointer_bytes: usize,
    dna: Dna,
    blocks: Vec<u8>,
}

impl Sample {
    pub(crate) fn new(pointer_bytes: usize) -> Sample {
        let dna = Dna::read(&dna_bytes_of(pointer_bytes), pointer_bytes).unwrap();
        Sample { pointer_bytes, dna, blocks: Vec::new() }
    }

    /// Adds a block with one structure.
    pub(crate) fn block(
        &mut self,
        code: &str,
        structure: &str,
        address: u64,
        fields: &[(&str, Value<'_>)],
    ) -> &mut Sample {
        self.blocks_of(code, structure, address, &[fields])
    }

    /// Adds a block with an array of structures.
    pub(crate) fn blocks_of(
        &mut self,
        code: &str,
        structure: &str,
        address: u64,
        rows: &[&[(&str, Value<'_>)]],
    ) -> &mut Sample {
        let place = self.dna.place(structure).unwrap();
        let size = self.dna.structs[place].size;
        let mut bytes = vec![0; size * rows.len()];
        for (row, fields) in bytes.chunks_exact_mut(size).zip(rows) {
            for (path, value) in *fields {
                self.set(row, place, path, value);
            }
        }
        self.raw(code, place, address, rows.len(), &bytes)
    }

    /// Adds a block of bytes that have no structure.
    pub(crate) fn data(&mut self, address: u64, bytes: &[u8]) -> &mut Sample {
        self.raw("DATA", 0, address, 1, bytes)
    }

    fn raw(&mut self, code: &str, place: usize, address: u64, count: usize, bytes: &[u8]) -> &mut Sample {
        let mut head = [0; 4];
        head[..code.len()].copy_from_slice(code.as_bytes());
        self.blocks.extend(head);
        self.blocks.extend((bytes.len() as u32).to_le_bytes());
        self.blocks.extend(&address.to_le_bytes()[..self.pointer_bytes]);
        self.blocks.extend((place as u32).to_le_bytes());
        self.blocks.extend((count as u32).to_le_bytes());
        self.blocks.extend(bytes);
        self
    }

    fn set(&self, row: &mut [u8], place: usize, path: &str, value: &Value<'_>) {
        let (name, rest) = path.split_once('.').unwrap_or((path, ""));
        let field = self.dna.structs[place].field(name).unwrap_or_else(|| panic!("no field {path}"));
        if let (FieldKind::Struct(inner), false) = (field.kind, rest.is_empty()) {
            return self.set(&mut row[field.offset..], inner, rest, value);
        }
        let bytes = match (value, field.kind) {
            (Value::Int(value), FieldKind::I8) => vec![*value as u8],
            (Value::Int(value), FieldKind::I16) => (*value as i16).to_le_bytes().to_vec(),
            (Value::Int(value), FieldKind::I32) => (*value as i32).to_le_bytes().to_vec(),
            (Value::Floats(values), FieldKind::F32) => {
                values.iter().flat_map(|value| value.to_le_bytes()).collect()
            }
            (Value::Text(text), FieldKind::I8) => text.as_bytes().to_vec(),
            (Value::Pointer(address), FieldKind::Pointer) => {
                address.to_le_bytes()[..self.pointer_bytes].to_vec()
            }
            _ => panic!("{path} cannot hold that"),
        };
        row[field.offset..field.offset + bytes.len()].copy_from_slice(&bytes);
    }

    /// Writes the file with one more block: an array of structures of zeros, which takes no place on the disk.
    pub(crate) fn write_with_zeros(&mut self, path: &Path, structure: &str, address: u64, count: usize) {
        let place = self.dna.place(structure).unwrap();
        let size = self.dna.structs[place].size * count;
        self.raw("DATA", place, address, count, &[]);
        // The size in the head of the block, which `raw` wrote for no contents.
        let head = self.blocks.len() - (16 + self.pointer_bytes);
        self.blocks[head + 4..head + 8].copy_from_slice(&(size as u32).to_le_bytes());
        let whole = self.bytes();
        let (before, after) = whole.split_at(HEADER_BYTES + self.blocks.len());
        let mut file = File::create(path).unwrap();
        file.write_all(before).unwrap();
        file.seek(SeekFrom::Current(size as i64)).unwrap();
        file.write_all(after).unwrap();
    }

    /// The whole file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut file =
            if self.pointer_bytes == 8 { b"BLENDER-v266".to_vec() } else { b"BLENDER_v261".to_vec() };
        file.extend(&self.blocks);
        let mut end = Sample { blocks: Vec::new(), dna: Dna { structs: Vec::new() }, ..*self };
        end.raw("DNA1", 0, 0, 1, &dna_bytes_of(self.pointer_bytes)).raw("ENDB", 0, 0, 0, &[]);
        file.extend(&end.blocks);
        assert!(array::<4>(&file, 0).is_some());
        file
    }
}
