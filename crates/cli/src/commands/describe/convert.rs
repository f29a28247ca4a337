//! `morse convert`: writes an asset file as .glb, or by Blender as .blend, and reports the parts of it that these cannot hold.

mod blender;

use std::fs;
use std::path::Path;

use morse::models;
use morse::python::Interpreter;
use morse_assets::formats::gltf;
use serde::Serialize;

use crate::arguments::ConvertArguments;
use crate::failure::Failure;
use crate::output::standard_output::{print, print_json};
use crate::robot_file;

/// Numbers and omissions of a conversion.
#[derive(Serialize)]
struct Report {
    file: String,
    objects: usize,
    triangles: usize,
    joints: usize,
    /// Omissions of the reader and of the writer.
    warnings: Vec<String>,
}

/// Reads a file, or an asset found by name, and writes it as .glb or .blend.
///
/// # Errors
/// If the target ends in neither, there is no Blender for a .blend file, or one of the files cannot be read or written.
pub fn convert(arguments: &ConvertArguments) -> Result<(), Failure> {
    let target = &arguments.target;
    let ending = target.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let is_blend = ending.as_deref() == Some("blend");
    if !is_blend && ending.as_deref() != Some("glb") {
        let name = target.with_extension("glb");
        let text =
            format!("{}: only .glb and .blend files are written; try {}", target.display(), name.display());
        return Err(Failure::Arguments(text));
    }
    let urdf = robot_file::urdf_of(Path::new(&arguments.file), &arguments.robot_file, &arguments.python)?;
    let (loaded, _) = models::library(None).load(urdf.to_str().unwrap_or(&arguments.file), "")?;
    let mut written = gltf::write(&loaded.model, &|path| fs::read(path));
    if is_blend {
        let interpreter = Interpreter::choose(arguments.python.python.as_deref());
        written.warnings.extend(blender::write(&written.bytes, target, &interpreter)?);
    } else {
        fs::write(target, &written.bytes).map_err(|error| Failure::File {
            action: "write",
            path: target.clone(),
            error,
        })?;
    }
    let model = &loaded.model;
    let triangles = |node: &morse_assets::model::Node| {
        node.mesh().map_or(0, |mesh| model.meshes[mesh.index()].triangles.len())
    };
    let report = Report {
        file: target.display().to_string(),
        objects: model.nodes.len(),
        triangles: model.nodes.iter().map(triangles).sum(),
        joints: model.joints.len(),
        warnings: loaded.warnings.into_iter().chain(written.warnings).collect(),
    };
    if arguments.json {
        return print_json(&report);
    }
    let Report { file, objects, triangles, joints, warnings } = report;
    let mut text = format!("{file}: {objects} objects, {triangles} triangles, {joints} joints\n");
    for warning in warnings {
        text.push_str(&format!("warning: {warning}\n"));
    }
    print(&text)
}
