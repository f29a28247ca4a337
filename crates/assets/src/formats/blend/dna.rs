//! The structure DNA: names, types and offsets of the fields of every structure.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::formats::blend::bytes::{text, u16_at, u32_at};

/// All structures of a file.
#[derive(Debug)]
pub(super) struct Dna {
    pub structs: Vec<StructLayout>,
}

/// The layout of one structure.
#[derive(Debug)]
pub(super) struct StructLayout {
    pub name: String,
    /// Size in bytes.
    pub size: usize,
    fields: BTreeMap<String, Field>,
}

/// The layout of one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// Offset in bytes from the beginning of the structure.
    pub offset: usize,
    /// The type of each element.
    pub kind: FieldKind,
    /// Number of elements, all dimensions multiplied.
    pub count: usize,
}

/// The type of an element of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    Pointer,
    I8,
    U8,
    I16,
    U16,
    I32,
    I64,
    U64,
    F32,
    F64,
    /// Another structure, by its index in [`Dna::structs`].
    Struct(usize),
    /// A type without readable contents (void, or one that the file does not describe).
    Opaque,
}

impl FieldKind {
    fn of_type(name: &str) -> Option<FieldKind> {
        Some(match name {
            "char" | "int8_t" => FieldKind::I8,
            "uchar" | "uint8_t" => FieldKind::U8,
            "short" | "int16_t" => FieldKind::I16,
            "ushort" | "uint16_t" => FieldKind::U16,
            // `long` has four bytes in DNA on every machine.
            "int" | "long" | "ulong" | "int32_t" | "uint32_t" => FieldKind::I32,
            "int64_t" => FieldKind::I64,
            "uint64_t" => FieldKind::U64,
            "float" => FieldKind::F32,
            "double" => FieldKind::F64,
            _ => return None,
        })
    }
}

impl FieldKind {
    /// Size of one element; 0 for structures and types without readable contents. [bytes]
    pub(super) fn bytes(self, pointer_bytes: usize) -> usize {
        match self {
            FieldKind::Pointer => pointer_bytes,
            FieldKind::I8 | FieldKind::U8 => 1,
            FieldKind::I16 | FieldKind::U16 => 2,
            FieldKind::I32 | FieldKind::F32 => 4,
            FieldKind::I64 | FieldKind::U64 | FieldKind::F64 => 8,
            FieldKind::Struct(_) | FieldKind::Opaque => 0,
        }
    }
}

impl StructLayout {
    pub(super) fn field(&self, name: &str) -> Option<Field> {
        self.fields.get(name).copied()
    }
}

impl Dna {
    /// Reads the body of the DNA1 block.
    pub(super) fn read(bytes: &[u8], pointer_bytes: usize) -> Result<Dna, ReadError> {
        let mut reader = Reader { bytes, offset: 0 };
        reader.tag(b"SDNA")?;
        reader.tag(b"NAME")?;
        let names = reader.strings()?;
        reader.tag(b"TYPE")?;
        let types = reader.strings()?;
        reader.tag(b"TLEN")?;
        let sizes = types.iter().map(|_| reader.u16()).collect::<Result<Vec<_>, _>>()?;
        reader.align();
        reader.tag(b"STRC")?;
        let count = reader.count(4)?;
        let mut raw = Vec::with_capacity(count);
        for _ in 0..count {
            raw.push(RawStruct::read(&mut reader)?);
        }
        let places: BTreeMap<u16, usize> =
            raw.iter().enumerate().map(|(place, raw)| (raw.type_index, place)).collect();
        let kind_of_type = |type_index: u16| {
            let name = types.get(usize::from(type_index)).map_or("", String::as_str);
            FieldKind::of_type(name)
                .or_else(|| places.get(&type_index).map(|&place| FieldKind::Struct(place)))
                .unwrap_or(FieldKind::Opaque)
        };
        let size_of_type = |type_index: u16| sizes.get(usize::from(type_index)).copied().unwrap_or(0);
        let structs = raw.iter().map(|raw| {
            let mut offset = 0;
            let mut fields = BTreeMap::new();
            for &(type_index, name_index) in &raw.fields {
                let declared = Declared::parse(names.get(usize::from(name_index)).map_or("", String::as_str));
                let (kind, size) = if declared.is_pointer {
                    (FieldKind::Pointer, pointer_bytes)
                } else {
                    (kind_of_type(type_index), usize::from(size_of_type(type_index)))
                };
                fields.insert(declared.name.to_owned(), Field { offset, kind, count: declared.count });
                offset = offset.saturating_add(size.saturating_mul(declared.count));
            }
            StructLayout {
                name: types.get(usize::from(raw.type_index)).cloned().unwrap_or_default(),
                size: usize::from(size_of_type(raw.type_index)),
                fields,
            }
        });
        Ok(Dna { structs: structs.collect() })
    }

    /// The index of a structure.
    #[cfg(test)]
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.structs.iter().position(|layout| layout.name == name)
    }
}

struct RawStruct {
    type_index: u16,
    fields: Vec<(u16, u16)>,
}

impl RawStruct {
    fn read(reader: &mut Reader<'_>) -> Result<RawStruct, ReadError> {
        let type_index = reader.u16()?;
        let count = usize::from(reader.u16()?);
        let fields = (0..count).map(|_| Ok((reader.u16()?, reader.u16()?)));
        Ok(RawStruct { type_index, fields: fields.collect::<Result<_, ReadError>>()? })
    }
}

/// A field as C declares it: `*next`, `(*function)()`, `mat[4][4]`.
struct Declared<'a> {
    name: &'a str,
    is_pointer: bool,
    count: usize,
}

impl<'a> Declared<'a> {
    fn parse(text: &'a str) -> Declared<'a> {
        let (front, dimensions) = text.split_once('[').unwrap_or((text, ""));
        let count = dimensions
            .split('[')
            .filter_map(|dimension| dimension.trim_end_matches(']').parse::<usize>().ok())
            .fold(1_usize, usize::saturating_mul);
        let name = front.trim_start_matches(['*', '(']);
        let name = name.split(')').next().unwrap_or(name);
        Declared { name, is_pointer: front.starts_with(['*', '(']), count }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Reader<'_> {
    fn damaged(&self, problem: impl Into<String>) -> ReadError {
        ReadError::new(
            format!("structure DNA, offset {:#x}", self.offset),
            problem,
            "the file is damaged: copy it again, or open and save it in Blender 2.79",
        )
    }

    fn tag(&mut self, tag: &[u8; 4]) -> Result<(), ReadError> {
        if self.bytes.get(self.offset..self.offset + 4) != Some(tag) {
            return Err(self.damaged(format!("{} is missing", String::from_utf8_lossy(tag))));
        }
        self.offset += 4;
        Ok(())
    }

    fn u16(&mut self) -> Result<u16, ReadError> {
        let number = u16_at(self.bytes, self.offset).ok_or_else(|| self.damaged("ends too early"))?;
        self.offset += 2;
        Ok(number)
    }

    /// A number of items of at least this size each, checked against the remaining bytes.
    fn count(&mut self, bytes_each: usize) -> Result<usize, ReadError> {
        let count = u32_at(self.bytes, self.offset).ok_or_else(|| self.damaged("ends too early"))? as usize;
        self.offset += 4;
        if count > (self.bytes.len() - self.offset.min(self.bytes.len())) / bytes_each {
            return Err(self.damaged(format!("says that {count} entries follow, which do not fit")));
        }
        Ok(count)
    }

    fn strings(&mut self) -> Result<Vec<String>, ReadError> {
        let count = self.count(1)?;
        let mut strings = Vec::with_capacity(count);
        for _ in 0..count {
            let rest = self.bytes.get(self.offset..).unwrap_or_default();
            let end = rest.iter().position(|&byte| byte == 0);
            let end = end.ok_or_else(|| self.damaged("a name has no end"))?;
            strings.push(text(&rest[..end]));
            self.offset += end + 1;
        }
        self.align();
        Ok(strings)
    }

    fn align(&mut self) {
        self.offset = self.offset.next_multiple_of(4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_understood() {
        for (text, name, is_pointer, count) in [
            ("totvert", "totvert", false, 1),
            ("*parent", "parent", true, 1),
            ("**mat", "mat", true, 1),
            ("obmat[4][4]", "obmat", false, 16),
            ("*mtex[18]", "mtex", true, 18),
            ("(*draw)()", "draw", true, 1),
            ("", "", false, 1),
        ] {
            let declared = Declared::parse(text);
            assert_eq!((declared.name, declared.is_pointer, declared.count), (name, is_pointer, count));
        }
    }

    #[test]
    fn cut_dna_is_an_error() {
        let whole = crate::formats::blend::sample::dna_bytes();
        assert!(Dna::read(&whole, 8).is_ok());
        for length in (0..whole.len() - 4).step_by(3) {
            assert!(Dna::read(&whole[..length], 8).is_err(), "{length}");
        }
    }
}
