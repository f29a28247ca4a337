//! Fuzzes the Blender reader: any bytes give an error or a valid model, never a panic. Files of Blender 4.2, 4.5 and 5.0 are the
//! first inputs, unpacked: no change of a compressed file would reach the reader.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use morse_assets::Warnings;
use morse_assets::formats::blend;

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/blend_versions");
    for name in ["4_2", "4_5", "5_0"] {
        let packed = fs::read(folder.join(format!("{name}.blend"))).expect("the files are in the repository");
        let plain = zstd::decode_all(packed.as_slice()).expect("they are compressed");
        fs::write(corpus.join(format!("blender-{name}")), plain).expect("the corpus can be written");
    }
}
