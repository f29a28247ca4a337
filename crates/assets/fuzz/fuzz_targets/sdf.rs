//! Fuzzes the SDF reader: any bytes give an error or a valid model, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use morse_assets::Warnings;
use morse_assets::formats::sdf;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(model) = sdf::read_alone(bytes, &mut Warnings::default()) {
        assert_eq!(model.world_from_nodes().len(), model.nodes.len());
        for mesh in &model.meshes {
            let vertices = mesh.vertices.len() as u32;
            assert!(mesh.triangles.iter().flatten().all(|&corner| corner < vertices));
        }
    }
});
