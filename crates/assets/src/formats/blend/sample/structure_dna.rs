//! The structure DNA of the sample files: names, types, sizes and structures, as Blender writes them.

use super::structures::STRUCTS;

/// The types that are not structures, with their sizes. [bytes]
const BASIC: &[(&str, u16)] = &[("char", 1), ("short", 2), ("int", 4), ("float", 4), ("void", 0)];

/// The structure DNA of the samples with pointers of eight bytes.
pub(crate) fn dna_bytes() -> Vec<u8> {
    dna_bytes_of(8)
}

pub(super) fn dna_bytes_of(pointer_bytes: usize) -> Vec<u8> {
    let mut names: Vec<&str> =
        STRUCTS.iter().flat_map(|(_, fields)| fields.iter().map(|(_, name)| *name)).collect();
    names.sort_unstable();
    names.dedup();
    let mut types: Vec<(&str, u16)> = BASIC.to_vec();
    for (name, fields) in STRUCTS {
        let size: usize = fields
            .iter()
            .map(|(kind, name)| {
                let count = name
                    .split('[')
                    .skip(1)
                    .map(|n| n.trim_end_matches(']').parse::<usize>().unwrap())
                    .product::<usize>();
                let size =
                    types.iter().find(|(known, _)| known == kind).map_or(0, |(_, size)| usize::from(*size));
                if name.starts_with('*') { pointer_bytes * count } else { size * count }
            })
            .sum();
        types.push((name, size as u16));
    }
    let index_of_type = |name: &str| types.iter().position(|(known, _)| *known == name).unwrap() as u16;
    let mut bytes = b"SDNANAME".to_vec();
    let strings = |bytes: &mut Vec<u8>, strings: &[&str]| {
        bytes.extend((strings.len() as u32).to_le_bytes());
        for string in strings {
            bytes.extend(string.as_bytes());
            bytes.push(0);
        }
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    };
    strings(&mut bytes, &names);
    bytes.extend(b"TYPE");
    strings(&mut bytes, &types.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    bytes.extend(b"TLEN");
    bytes.extend(types.iter().flat_map(|(_, size)| size.to_le_bytes()));
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes.extend(b"STRC");
    bytes.extend((STRUCTS.len() as u32).to_le_bytes());
    for (name, fields) in STRUCTS {
        bytes.extend(index_of_type(name).to_le_bytes());
        bytes.extend((fields.len() as u16).to_le_bytes());
        for (kind, name) in *fields {
            bytes.extend(index_of_type(kind).to_le_bytes());
            bytes.extend((names.iter().position(|known| known == name).unwrap() as u16).to_le_bytes());
        }
    }
    bytes
}
