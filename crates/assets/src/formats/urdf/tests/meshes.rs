//! Tests of the meshes of URDF files: where they are, and how they lie on their links.

use std::fs;

use glam::DVec3;

use crate::formats::urdf::tests::{load_robot, read};
use crate::load;
use crate::model::{NodeKind, NodeRole};

#[test]
fn meshes_are_found_in_packages() {
    for mesh in [
        "package://my_robot/meshes/wedge.obj",
        "package:///my_robot/meshes/wedge.obj",
        "package://my_robot//meshes\\wedge.obj",
        "model://their_robot/wedge.obj",
        "package://their_robot/wedge.obj",
        "../meshes/wedge.obj",
    ] {
        let loaded = load_robot(mesh);
        assert_eq!(loaded.warnings, Vec::<String>::new(), "{mesh}");
        assert_eq!((loaded.model.meshes.len(), loaded.model.nodes.len()), (1, 3), "read once, used twice");
        assert_eq!(loaded.model.nodes[1].parent_from_node.matrix3.z_axis.z, 0.001);
    }
}

#[test]
fn files_of_a_package_in_a_folder_of_another_name_are_found_and_reported() {
    let loaded = load_robot("package://renamed/meshes/wedge.obj");
    assert_eq!(loaded.model.meshes.len(), 1);
    let [warning] = &loaded.warnings[..] else { panic!("{:?}", loaded.warnings) };
    assert!(
        warning.contains("package renamed is in no resource folder; its files are taken from"),
        "{warning}"
    );
    assert!(warning.ends_with("my_robot"), "{warning}");
}

#[test]
fn name_in_the_place_of_a_package_is_a_file_beside_that_of_the_robot() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tri.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let mesh = "<geometry><mesh filename='package://tri.obj'/></geometry>";
    let urdf = format!("<robot name='r'><link name='a'><visual>{mesh}</visual></link></robot>");
    fs::write(folder.path().join("r.urdf"), urdf).unwrap();
    let loaded = load(&folder.path().join("r.urdf")).unwrap();
    assert_eq!((loaded.warnings, loaded.model.meshes.len()), (Vec::new(), 1));
}

#[test]
fn unusable_meshes_are_reported() {
    for (mesh, words) in [
        ("package://my_robot/meshes/wedge.fbx", "export the model as glTF"),
        ("package://my_robot/meshes/none.stl", "ws/src/my_robot and has no such file"),
        ("package://no_robot/none.stl", "add the folder that holds no_robot to MORSE_RESOURCE_PATH"),
        ("none.stl", "not in /"),
        ("package://my_robot/../../../secret.obj", "leads out of its package"),
        ("package://../secret.obj", "names no package"),
        ("../../../../secret.obj", "outside of the resource folders"),
    ] {
        let loaded = load_robot(mesh);
        assert!(
            loaded.warnings.iter().any(|warning| warning.contains(words)),
            "{mesh}: {:?}",
            loaded.warnings
        );
        assert_eq!(loaded.model.nodes.len(), 1);
    }
}

#[test]
fn collada_meshes_are_seen_with_the_axes_of_the_link() {
    let folder = tempfile::tempdir().unwrap();
    let dae = "<COLLADA><asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id='g'><mesh><source id='p'>\
        <float_array>0 0 0 1 0 0 0 0 1</float_array></source><vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\
        <triangles><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles></mesh></geometry></library_geometries></COLLADA>";
    fs::write(folder.path().join("tri.dae"), dae).unwrap();
    let urdf = "<robot name='r'><link name='a'><visual><geometry><mesh filename='tri.dae' scale='2 2 2'/></geometry></visual></link></robot>";
    fs::write(folder.path().join("r.urdf"), urdf).unwrap();
    let loaded = load(&folder.path().join("r.urdf")).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new());
    let (low, high) = loaded.model.world_bounds().unwrap();
    assert_eq!((low, high), (DVec3::ZERO, DVec3::new(2.0, 0.0, 2.0)));
}

#[test]
fn meshes_with_the_same_problem_share_a_message() {
    let link = |name: &str| {
        let mesh =
            |file: &str| format!("<geometry><mesh filename='package://arm/{name}_{file}.stl'/></geometry>");
        format!(
            "<link name='{name}'><visual>{}</visual>\n<collision>{}</collision></link>\n",
            mesh("v"),
            mesh("v")
        )
    };
    let joint = "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>";
    let (_, warnings) = read(&format!("<robot>{}{}{joint}</robot>", link("a"), link("b")));
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].contains("package arm is in no resource folder: add the folder that holds arm to MORSE_RESOURCE_PATH, ")
            && warnings[0].ends_with(
                ": mesh package://arm/a_v.stl (line 1, line 2), mesh package://arm/b_v.stl (line 3, line 4); left out"
            ),
        "{warnings:?}"
    );
}

#[test]
fn file_with_two_slashes_is_beside_the_urdf_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("meshes")).unwrap();
    fs::write(folder.path().join("meshes/a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let text = "<robot name='r'><link name='a'><visual><geometry><mesh filename='file://meshes/a.obj'/></geometry></visual></link></robot>";
    fs::write(folder.path().join("r.urdf"), text).unwrap();
    let loaded = load(&folder.path().join("r.urdf")).unwrap();
    assert_eq!((loaded.model.meshes.len(), loaded.warnings), (1, Vec::<String>::new()));
}

#[test]
fn meshes_are_in_the_folder_that_the_file_gives_for_mujoco() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("shapes")).unwrap();
    fs::write(folder.path().join("shapes/a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let text = "<robot name='r'><mujoco><compiler meshdir='shapes/'/></mujoco><link name='a'><visual><geometry><mesh filename='a.obj'/></geometry></visual></link></robot>";
    fs::write(folder.path().join("r.urdf"), text).unwrap();
    let loaded = load(&folder.path().join("r.urdf")).unwrap();
    assert_eq!((loaded.model.meshes.len(), loaded.warnings), (1, Vec::<String>::new()));
}

#[test]
fn gltf_meshes_of_links_keep_the_axes_of_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let numbers: Vec<u8> =
        [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 3.0].iter().flat_map(|it| it.to_le_bytes()).collect();
    fs::write(folder.path().join("a.bin"), numbers).unwrap();
    let gltf = serde_json::json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "translation": [0.0, 0.5, 0.0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 3]}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"uri": "a.bin", "byteLength": 36}],
    });
    fs::write(folder.path().join("a.gltf"), gltf.to_string()).unwrap();
    let text = "<robot name='r'><link name='a'><visual><geometry><mesh filename='a.gltf'/></geometry></visual></link></robot>";
    fs::write(folder.path().join("r.urdf"), text).unwrap();
    let model = load(&folder.path().join("r.urdf")).unwrap().model;
    let piece = model.nodes.iter().find(|node| node.role == NodeRole::Visual).unwrap();
    let NodeKind::Mesh(mesh) = piece.kind else { panic!("{piece:?}") };
    let (low, high) = model.meshes[mesh.index()].bounds(&piece.parent_from_node).unwrap();
    assert!(
        low.abs_diff_eq(DVec3::new(0.0, 0.5, 0.0), 1e-6) && high.abs_diff_eq(DVec3::new(1.0, 2.5, 3.0), 1e-6),
        "{low} {high}"
    );
}
