//! Tests of the COLLADA reader.

use std::fs;
use std::path::Path;

use glam::{DVec3, Vec3};
use proptest::prelude::*;

use crate::formats::collada::{Role, read, read_alone};
use crate::limits::Budget;
use crate::model::TextureData;
use crate::paths::Roots;
use crate::{Model, Warnings, load};

const PLATES: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_images><image id="img"><init_from>my%20wood.png</init_from></image></library_images>
<library_effects>
 <effect id="red-e"><profile_COMMON><technique sid="t"><phong><diffuse><color>1 0 0 1</color></diffuse>
  <transparent opaque="A_ONE"><color>1 1 1 0.5</color></transparent></phong></technique></profile_COMMON></effect>
 <effect id="wood-e"><profile_COMMON><newparam sid="s"><surface type="2D"><init_from>img</init_from></surface></newparam>
  <newparam sid="m"><sampler2D><source>s</source></sampler2D></newparam>
  <technique sid="t"><lambert><diffuse><texture texture="m" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON></effect>
</library_effects>
<library_materials><material id="red"><instance_effect url="#red-e"/></material><material id="wood"><instance_effect url="#wood-e"/></material></library_materials>
<library_geometries><geometry id="g" name="plate"><mesh>
 <source id="p"><float_array id="pa" count="12">0 0 0 100 0 0 100 100 0 0 100 0</float_array><technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
 <source id="u"><float_array id="ua" count="8">0 0 1 0 1 1 0 1</float_array><technique_common><accessor source="#ua" count="4" stride="2"/></technique_common></source>
 <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
 <polylist count="1" material="a"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#u" offset="1"/><vcount>4</vcount><p>0 0 1 1 2 2 3 3</p></polylist>
 <triangles count="1" material="b"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#u" offset="1"/><p>2 2 1 1 0 0</p></triangles>
 <lines count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1</p></lines>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">
 <node name="tilted"><translate>0 0 -200</translate><rotate>0 0 1 90</rotate>
  <instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="a" target="#wood"/><instance_material symbol="b" target="#red"/></technique_common></bind_material></instance_geometry>
  <node id="inner"><matrix>1 0 0 100 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_node url="#shared"/></node></node>
 <node name="sun"><instance_light url="#l"/></node>
</visual_scene></library_visual_scenes>
<library_nodes><node id="shared"><scale>2 2 2</scale><instance_geometry url="#g"/></node></library_nodes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"##;

fn parsed(text: &str) -> (Model, Vec<String>) {
    let mut warnings = Warnings::default();
    let model = read_alone(text.as_bytes(), &mut warnings).unwrap_or_else(|error| panic!("{error}"));
    (model, warnings.into_messages())
}

#[test]
fn nodes_meshes_and_materials_are_read_in_meters_with_z_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plates.dae");
    fs::write(&path, PLATES).unwrap();
    let loaded = load(&path).unwrap();
    let model = &loaded.model;
    assert_eq!((model.name.as_str(), model.meshes.len(), model.nodes.len()), ("plates", 1, 4));
    let mesh = &model.meshes[0];
    assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3], [2, 1, 0]]);
    assert_eq!((mesh.slots.as_slice(), mesh.in_file.faces), (&[0, 0, 1][..], 2));
    assert_eq!(mesh.uvs[1], [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    // A turn about z, which is the direction towards the viewer of the file, and 2 m away from the viewer.
    let tilted = model.world_from(model.find("tilted").unwrap());
    assert!(tilted.transform_point3(DVec3::X * 100.0).abs_diff_eq(DVec3::new(0.0, 2.0, 1.0), 1e-9));
    let shared = model.world_from(model.find("shared").unwrap());
    assert!(shared.transform_point3(DVec3::X * 50.0).abs_diff_eq(DVec3::new(0.0, 2.0, 2.0), 1e-9));
    let slots = &model.nodes[model.find("tilted").unwrap().index()].materials;
    let [wood, red] = [0, 1].map(|slot| &model.materials[slots[slot].unwrap().index()]);
    assert_eq!((red.rgb, red.alpha), ([1.0, 0.0, 0.0], 0.5));
    let TextureData::File(image) = &model.textures[wood.texture.unwrap().index()].data else {
        panic!("a file")
    };
    assert_eq!(image, &folder.path().join("my wood.png"));
    assert_eq!(loaded.warnings, ["elements without a meaning here are left out: instance_light, lines"]);
}

#[test]
fn a_mesh_of_a_robot_keeps_the_axes_of_the_file() {
    let mut warnings = Warnings::default();
    let model = read(
        PLATES.as_bytes(),
        Path::new("memory.dae"),
        &Roots::none(),
        Role::LinkMesh,
        &mut Budget::default(),
        &mut warnings,
    )
    .unwrap();
    let tilted = model.world_from(model.find("tilted").unwrap());
    assert!(tilted.transform_point3(DVec3::X * 100.0).abs_diff_eq(DVec3::new(0.0, 1.0, -2.0), 1e-9));
    assert_eq!(warnings.into_messages(), Vec::<String>::new());
}

#[test]
fn axes_called_up_become_z() {
    for (axis, up) in [("X_UP", DVec3::X), ("Y_UP", DVec3::Y), ("Z_UP", DVec3::Z)] {
        let (model, _) = parsed(&PLATES.replace("Y_UP", axis));
        let frame = model.world_from(model.find("sun").unwrap());
        assert!(frame.transform_vector3(up * 100.0).abs_diff_eq(DVec3::Z, 1e-9), "{axis}");
        assert!(frame.matrix3.determinant() > 0.0, "{axis}");
    }
}

#[test]
fn every_kind_of_primitive_is_read() {
    let input = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
    for (kind, indices, triangles) in [
        ("trifans", "<p>0 1 2 3</p>", vec![[0, 1, 2], [0, 2, 3]]),
        ("tristrips", "<p>0 1 3 2</p>", vec![[0, 1, 3], [3, 1, 2]]),
        ("polygons", "<p>0 1 2 3</p><p>0 1 2</p>", vec![[0, 1, 2], [0, 2, 3], [0, 1, 2]]),
        ("polygons", "<ph><p>0 1 2</p><h>1 2 3</h></ph>", vec![[0, 1, 2]]),
        ("triangles", "<p>0 1 2 0 1 9</p>", vec![[0, 1, 2]]),
    ] {
        let primitives = format!("<{kind}>{input}{indices}</{kind}>");
        let start = PLATES.find("<polylist").unwrap();
        let end = PLATES.find("</mesh>").unwrap();
        let (model, _) = parsed(&format!("{}{primitives}{}", &PLATES[..start], &PLATES[end..]));
        assert_eq!(model.meshes[0].triangles, triangles, "{kind}");
    }
}

#[test]
fn a_skin_is_shown_in_the_pose_in_which_it_was_bound() {
    let skin = r##"<library_controllers><controller id="c"><skin source="#g"><bind_shape_matrix>1 0 0 7 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix></skin></controller></library_controllers><library_nodes>"##;
    let text = PLATES
        .replace("<library_nodes>", skin)
        .replace("<instance_light url=\"#l\"/>", "<instance_controller url=\"#c\"/>")
        .replace("Y_UP", "Z_UP");
    let (model, warnings) = parsed(&text);
    let plate = model.world_from(model.find("sun/plate").unwrap());
    assert!(plate.translation.abs_diff_eq(DVec3::new(0.07, 0.0, 0.0), 1e-9));
    assert!(warnings.iter().any(|warning| warning.contains("sun: it does not bend")), "{warnings:?}");
}

#[test]
fn faults_are_reported_with_their_place() {
    let (model, warnings) = parsed(&PLATES.replace("100 100 0", "100 NaN 0"));
    assert_eq!(model.meshes[0].vertices[2], Vec3::ZERO);
    assert!(
        warnings[0].contains("plate: vertices that are not finite or farther than 1e9 m (1)"),
        "{warnings:?}"
    );
    let (_, warnings) = parsed(&PLATES.replace("target=\"#red\"", "target=\"#read\""));
    assert!(warnings[0].contains("\"#read\" of <instance_material> is not in the file"), "{warnings:?}");
    for (text, words) in [
        (
            PLATES.replace("count=\"4\" stride=\"3\"", "count=\"5\" stride=\"3\""),
            "line 14: announces 5 entries and has 4",
        ),
        (PLATES.replace("<p>2 2", "<p>2 x"), "\"x\" in <p> is not an index"),
        (PLATES.replace("<scale>2 2 2", "<scale>2 2"), "<scale> needs 3 numbers"),
        (PLATES.replace("</COLLADA>", ""), "XML"),
        ("<robot/>".to_owned(), "begins with <COLLADA>"),
    ] {
        let error = read_alone(text.as_bytes(), &mut Warnings::default()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn nodes_that_instantiate_themselves_end() {
    let (model, warnings) = parsed(&PLATES.replace("<scale>", "<instance_node url=\"#shared\"/><scale>"));
    assert_eq!(model.nodes.len(), 11);
    assert!(warnings.iter().any(|warning| warning.contains("more than 8 deep")), "{warnings:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damage_never_panics(place in 0..PLATES.len(), byte: u8, length in 0..PLATES.len()) {
        let mut bytes = PLATES.as_bytes().to_vec();
        bytes[place] = byte;
        let _ = read_alone(&bytes, &mut Warnings::default());
        bytes.truncate(length);
        let _ = read_alone(&bytes, &mut Warnings::default());
    }

    #[test]
    fn changed_numbers_never_panic(skipped in 0..60_usize, number in "[0-9]{1,20}") {
        let mut digits = PLATES.match_indices(|digit: char| digit.is_ascii_digit());
        let (place, digit) = digits.nth(skipped).unwrap();
        let text = format!("{}{number}{}", &PLATES[..place], &PLATES[place + digit.len()..]);
        let _ = read_alone(text.as_bytes(), &mut Warnings::default());
    }
}
