//! Tests of the OBJ reader.

use std::fs;

use proptest::prelude::*;

use crate::formats::obj::*;
use crate::load;
use crate::model::TextureData;

const TWO_PARTS: &str = "\
# exported
mtllib parts.mtl
o plate
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl red
f 1/1 2/2 3/3 4/4
o roof
v 0.5 0.5 1
usemtl blue
f 1 2 -1
usemtl red
f 2//7 3//7 5//7
l 1 2
";

fn read_text(text: &str) -> Result<(Model, Vec<String>), String> {
    let mut warnings = Warnings::default();
    let model = read_alone(text.as_bytes(), &mut warnings).map_err(|error| error.to_string())?;
    Ok((model, warnings.into_messages()))
}

#[test]
fn objects_materials_and_image_coordinates_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let mtl = "newmtl red\nKd 1 0 0\nKs 0.1 0.2 0.3\nd 0.5\nmap_Kd -s 1 1 1 red.png\nnewmtl blue\nKd 0 0\n";
    fs::write(folder.path().join("parts.mtl"), mtl).unwrap();
    fs::write(folder.path().join("parts.obj"), TWO_PARTS).unwrap();
    let loaded = load(&folder.path().join("parts.obj")).unwrap();
    let model = &loaded.model;
    assert_eq!(model.nodes.iter().map(|node| node.name.as_str()).collect::<Vec<_>>(), ["plate", "roof"]);
    let [plate, roof] = &model.meshes[..] else { panic!("two meshes") };
    assert_eq!((plate.vertices.len(), plate.triangles.len(), plate.uvs.len()), (4, 2, 2));
    assert_eq!((roof.vertices.len(), roof.triangles.len(), roof.uvs.len()), (4, 2, 0));
    assert_eq!(roof.slots, [0, 1]);
    let red = &model.materials[model.nodes[1].materials[1].unwrap().index()];
    assert_eq!((red.rgb, red.specular, red.alpha), ([1.0, 0.0, 0.0], 0.3, 0.5));
    let TextureData::File(image) = &model.textures[red.texture.unwrap().index()].data else {
        panic!("a file")
    };
    assert!(image.ends_with("red.png"));
    let told = |words: &str| loaded.warnings.iter().any(|warning| warning.contains(words));
    assert!(told("line 7: needs 3 numbers") && told("left out: l"), "{:?}", loaded.warnings);
}

#[test]
fn a_missing_material_file_is_reported() {
    let (_, warnings) = read_text(TWO_PARTS).unwrap();
    assert!(warnings.iter().any(|warning| warning.contains("material file parts.mtl")), "{warnings:?}");
    assert!(warnings.iter().any(|warning| warning.contains("material red is in no material file")));
}

#[test]
fn wrong_lines_are_named() {
    for (text, words) in [
        ("v 1 2\n", "line 1: needs 3 numbers"),
        ("\nv 1 2 x\n", "line 2: \"x\" is not a number"),
        ("v 0 0 0\nf 1 2 3\n", "a vertex that is not there"),
        ("v 0 0 0\nf 0 0 0\n", "is not a corner"),
        ("v 0 0 0\nf 1/9 1/9 1/9\n", "texture coordinate that is not there"),
        ("v 0 0 0\nf 1 1\n", "three corners"),
        ("v 0 0 \\\n0\n", "next line"),
    ] {
        let error = read_text(text).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    assert!(read_alone(b"o \xff\n", &mut Warnings::default()).is_err());
}

#[test]
fn a_vertex_that_is_not_finite_is_reported_with_its_line() {
    let (model, warnings) = read_text("v 0 0 0\nv 1 0 inf\nv nan 1 0\nvt nan 1\nf 1/1 2/1 3/1\n").unwrap();
    assert_eq!(model.meshes[0].vertices, [Vec3::ZERO; 3]);
    assert_eq!(
        warnings,
        [
            "memory: vertices that are not finite or farther than 1e9 m (2) stand at the origin: line 2 (1, 0, inf), line 3 (NaN, 1, 0)"
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damage_never_panics(place in 0..TWO_PARTS.len(), byte: u8, length in 0..TWO_PARTS.len()) {
        let mut bytes = TWO_PARTS.as_bytes().to_vec();
        bytes[place] = byte;
        bytes.truncate(length.max(place));
        let _ = read_alone(&bytes, &mut Warnings::default());
    }

    #[test]
    fn noise_never_panics(text in "((v|vt|f|o|usemtl|mtllib|#)?[ 0-9/.e\\\\-]{0,20}\n){0,20}") {
        let _ = read_alone(text.as_bytes(), &mut Warnings::default());
    }
}

#[test]
fn transparency_of_one_is_the_opacity_that_meshlab_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.obj");
    fs::write(&path, "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n").unwrap();
    for (line, alpha, is_named) in [("Tr 1.000", 1.0, true), ("Tr 0.25", 0.75, false), ("d 0", 0.0, false)] {
        fs::write(folder.path().join("a.mtl"), format!("newmtl m\nKd 1 0 0\n{line}\n")).unwrap();
        let loaded = load(&path).unwrap();
        assert_eq!(loaded.model.materials[0].alpha, alpha, "{line}");
        assert_eq!(
            loaded.warnings.iter().any(|text| text.contains("as MeshLab means it: m")),
            is_named,
            "{line}"
        );
    }
}
