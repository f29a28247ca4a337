//! Fuzzes the Blender reader: any bytes give an error or a valid model, never a panic. Files of Blender 4.2, 4.5 and 5.0, with
//! subdivided meshes, backgrounds, materials and constraints, are the first inputs: unpacked, because few changes of a compressed file reach the
//! reader, and one as it is, for the table of its frames.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use morse_assets::Warnings;
use morse_assets::formats::blend;

/// Files of the tests.
const SEEDS: [&str; 9] = [
    "blend_subdivision/5_0",
    "blend_subdivision/4_2",
    "blend_background/turned",
    "blend_background/color",
    "blend_constraints/constraints",
    "blend_materials/materials",
    "blend_versions/4_2",
    "blend_versions/4_5",
    "blend_versions/5_0",
];

fuzz_target!(
    init: write_seeds(),
    |bytes: &[u8]| {
        if let Ok(model) = blend::read_alone(bytes, &mut Warnings::default()) {
            assert_eq!(model.world_from_nodes().len(), model.nodes.len());
            for mesh in &model.meshes {
                let vertices = mesh.vertices.len() as u32;
                assert!(mesh.triangles.iter().flatten().all(|&corner| corner < vertices));
            }
        }
    }
);

/// Writes the files into the corpus, which is the first argument that is not an option.
fn write_seeds() {
    let Some(corpus) = std::env::args().skip(1).find(|word| !word.starts_with('-')).map(PathBuf::from) else { return };
    // With a file as argument, a finding is run again.
    if !corpus.is_dir() {
        return;
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
    for name in SEEDS {
        let packed = fs::read(tests.join(format!("{name}.blend"))).expect("the files are in the repository");
        let plain = zstd::decode_all(packed.as_slice()).expect("they are compressed");
        let file = name.replace('/', "-");
        fs::write(corpus.join(&file), plain).expect("the corpus can be written");
        if name == SEEDS[0] {
            fs::write(corpus.join(format!("{file}-packed")), packed).expect("the corpus can be written");
        }
    }
}
