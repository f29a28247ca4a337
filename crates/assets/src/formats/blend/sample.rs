//! Small Blender files for tests, written field by field.

use crate::formats::blend::bytes::array;
use crate::formats::blend::dna::{Dna, FieldKind};

/// Structures of the samples: the fields of Blender's own that the reader uses.
const STRUCTS: &[(&str, &[(&str, &str)])] = &[
    ("Link", &[("Link", "*next"), ("Link", "*prev")]),
    ("ListBase", &[("void", "*first"), ("void", "*last")]),
    ("ID", &[("void", "*next"), ("void", "*prev"), ("char", "name[66]"), ("short", "flag")]),
    ("Library", &[("ID", "id"), ("char", "name[1024]")]),
    (
        "Object",
        &[
            ("ID", "id"),
            ("short", "type"),
            ("short", "partype"),
            ("char", "parsubstr[64]"),
            ("Object", "*parent"),
            ("void", "*data"),
            ("ListBase", "prop"),
            ("ListBase", "modifiers"),
            ("ListBase", "defbase"),
            ("ListBase", "sensors"),
            ("ListBase", "controllers"),
            ("ListBase", "actuators"),
            ("int", "state"),
            ("int", "init_state"),
            ("Group", "*dup_group"),
            ("bPose", "*pose"),
            ("float", "loc[3]"),
            ("float", "rot[3]"),
            ("float", "quat[4]"),
            ("float", "size[3]"),
            ("float", "dscale[3]"),
            ("float", "parentinv[4][4]"),
            ("float", "obmat[4][4]"),
            ("short", "rotmode"),
            ("short", "transflag"),
            ("int", "lay"),
            ("char", "restrictflag"),
            ("char", "body_type"),
            ("short", "collision_boundtype"),
            ("int", "gameflag"),
            ("float", "mass"),
            ("float", "inertia"),
        ],
    ),
    ("CustomDataLayer", &[("int", "type"), ("int", "active"), ("char", "name[64]")]),
    ("CustomData", &[("CustomDataLayer", "*layers"), ("int", "totlayer"), ("int", "pad")]),
    (
        "Mesh",
        &[
            ("ID", "id"),
            ("MVert", "*mvert"),
            ("MFace", "*mface"),
            ("MPoly", "*mpoly"),
            ("MLoop", "*mloop"),
            ("MDeformVert", "*dvert"),
            ("Material", "**mat"),
            ("int", "totvert"),
            ("int", "totface"),
            ("int", "totpoly"),
            ("int", "totloop"),
            ("short", "totcol"),
            ("short", "pad"),
            ("CustomData", "ldata"),
        ],
    ),
    ("MVert", &[("float", "co[3]"), ("short", "no[3]"), ("char", "flag"), ("char", "bweight")]),
    (
        "MFace",
        &[
            ("int", "v1"),
            ("int", "v2"),
            ("int", "v3"),
            ("int", "v4"),
            ("char", "mat_nr"),
            ("char", "edcode"),
            ("short", "flag"),
        ],
    ),
    (
        "MPoly",
        &[("int", "loopstart"), ("int", "totloop"), ("short", "mat_nr"), ("char", "flag"), ("char", "pad")],
    ),
    ("MLoop", &[("int", "v"), ("int", "e")]),
    (
        "Material",
        &[
            ("ID", "id"),
            ("float", "r"),
            ("float", "g"),
            ("float", "b"),
            ("float", "spec"),
            ("float", "friction"),
            ("MTex", "*mtex[18]"),
            ("float", "specr"),
            ("float", "specg"),
            ("float", "specb"),
            ("float", "ref"),
            ("float", "emit"),
            ("float", "amb"),
            ("float", "alpha"),
            ("int", "mode"),
            ("short", "har"),
            ("short", "spec_shader"),
            ("short", "septex"),
            ("short", "use_nodes"),
        ],
    ),
    (
        "MTex",
        &[
            ("short", "texco"),
            ("short", "mapto"),
            ("short", "blendtype"),
            ("short", "texflag"),
            ("Tex", "*tex"),
            ("float", "ofs[3]"),
            ("float", "size[3]"),
            ("float", "def_var"),
            ("float", "colfac"),
            ("float", "norfac"),
            ("float", "alphafac"),
            ("char", "uvname[64]"),
            ("float", "r"),
            ("float", "g"),
            ("float", "b"),
        ],
    ),
    ("Tex", &[("ID", "id"), ("short", "type"), ("short", "imaflag"), ("Image", "*ima")]),
    ("Image", &[("ID", "id"), ("char", "name[64]"), ("short", "flag"), ("short", "pad")]),
    (
        "Lamp",
        &[
            ("ID", "id"),
            ("short", "type"),
            ("short", "falloff_type"),
            ("int", "mode"),
            ("float", "r"),
            ("float", "g"),
            ("float", "b"),
            ("float", "energy"),
            ("float", "dist"),
            ("float", "spotsize"),
            ("float", "spotblend"),
            ("float", "att1"),
            ("float", "att2"),
        ],
    ),
    ("World", &[("ID", "id"), ("float", "ambr"), ("float", "ambg"), ("float", "ambb")]),
    ("RenderData", &[("int", "color_mgt_flag")]),
    (
        "bProperty",
        &[
            ("bProperty", "*next"),
            ("bProperty", "*prev"),
            ("char", "name[64]"),
            ("short", "type"),
            ("short", "flag"),
            ("int", "data"),
            ("void", "*poin"),
        ],
    ),
    (
        "ModifierData",
        &[("ModifierData", "*next"), ("ModifierData", "*prev"), ("int", "type"), ("int", "mode")],
    ),
    (
        "MirrorModifierData",
        &[("ModifierData", "modifier"), ("int", "flag"), ("float", "tolerance"), ("Object", "*mirror_ob")],
    ),
    ("SubsurfModifierData", &[("ModifierData", "modifier"), ("int", "levels")]),
    (
        "ArrayModifierData",
        &[
            ("ModifierData", "modifier"),
            ("Object", "*offset_ob"),
            ("float", "offset[3]"),
            ("float", "scale[3]"),
            ("int", "fit_type"),
            ("int", "offset_type"),
            ("int", "count"),
        ],
    ),
    ("ArmatureModifierData", &[("ModifierData", "modifier"), ("Object", "*object")]),
    ("bDeformGroup", &[("bDeformGroup", "*next"), ("bDeformGroup", "*prev"), ("char", "name[64]")]),
    ("MDeformVert", &[("MDeformWeight", "*dw"), ("int", "totweight"), ("int", "flag")]),
    ("MDeformWeight", &[("int", "def_nr"), ("float", "weight")]),
    ("Group", &[("ID", "id"), ("ListBase", "gobject"), ("float", "dupli_ofs[3]"), ("int", "layer")]),
    ("GroupObject", &[("GroupObject", "*next"), ("GroupObject", "*prev"), ("Object", "*ob")]),
    ("bArmature", &[("ID", "id"), ("ListBase", "bonebase")]),
    (
        "Bone",
        &[
            ("Bone", "*next"),
            ("Bone", "*prev"),
            ("char", "name[64]"),
            ("ListBase", "childbase"),
            ("float", "arm_head[3]"),
            ("float", "arm_tail[3]"),
            ("float", "arm_mat[4][4]"),
            ("float", "length"),
            ("int", "flag"),
        ],
    ),
    ("bPose", &[("ListBase", "chanbase"), ("int", "iksolver")]),
    (
        "bPoseChannel",
        &[
            ("bPoseChannel", "*next"),
            ("bPoseChannel", "*prev"),
            ("char", "name[64]"),
            ("short", "ikflag"),
            ("short", "rotmode"),
            ("float", "limitmin[3]"),
            ("float", "limitmax[3]"),
            ("float", "ikstretch"),
        ],
    ),
    (
        "bSensor",
        &[
            ("bSensor", "*next"),
            ("bSensor", "*prev"),
            ("short", "type"),
            ("short", "pulse"),
            ("short", "freq"),
            ("short", "tap"),
            ("short", "invert"),
            ("short", "flag"),
            ("short", "totlinks"),
            ("short", "pad"),
            ("char", "name[64]"),
            ("void", "*data"),
            ("bController", "**links"),
        ],
    ),
    (
        "bController",
        &[
            ("bController", "*next"),
            ("bController", "*prev"),
            ("short", "type"),
            ("short", "flag"),
            ("short", "totlinks"),
            ("short", "pad"),
            ("char", "name[64]"),
            ("bActuator", "**links"),
            ("int", "state_mask"),
        ],
    ),
    (
        "bActuator",
        &[
            ("bActuator", "*next"),
            ("bActuator", "*prev"),
            ("short", "type"),
            ("short", "flag"),
            ("char", "name[64]"),
            ("void", "*data"),
        ],
    ),
    (
        "bObjectActuator",
        &[
            ("short", "flag"),
            ("short", "type"),
            ("short", "damping"),
            ("short", "pad"),
            ("float", "forceloc[3]"),
            ("float", "dloc[3]"),
            ("float", "drot[3]"),
            ("float", "linearvelocity[3]"),
        ],
    ),
    (
        "bRadarSensor",
        &[("char", "name[64]"), ("float", "angle"), ("float", "range"), ("short", "flag"), ("short", "axis")],
    ),
    ("GameData", &[("float", "gravity"), ("short", "ticrate"), ("short", "physubstep"), ("int", "flag")]),
    (
        "Scene",
        &[("ID", "id"), ("ListBase", "base"), ("GameData", "gm"), ("World", "*world"), ("RenderData", "r")],
    ),
];

const BASIC: &[(&str, u16)] = &[("char", 1), ("short", 2), ("int", 4), ("float", 4), ("void", 0)];

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

/// The structure DNA of the samples with pointers of eight bytes.
pub(crate) fn dna_bytes() -> Vec<u8> {
    dna_bytes_of(8)
}

fn dna_bytes_of(pointer_bytes: usize) -> Vec<u8> {
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
