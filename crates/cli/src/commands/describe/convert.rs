//! `morse convert`: writes an asset file as .glb, as a robot file (URDF, SDF, MJCF), or by Blender as .blend, and reports the
//! parts of it that these cannot hold.

mod blender;

use std::fs;
use std::path::Path;

use morse::models;
use morse::python::Interpreter;
use morse_assets::formats::robot_writer::RobotFormat;
use morse_assets::formats::{gltf, robot_writer};
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

/// A format that is written.
#[derive(Clone, Copy)]
enum Target {
    Glb,
    Blend,
    Robot(RobotFormat),
}

/// Reads a file, or an asset found by name, and writes it in the format that the name of the target says.
///
/// # Errors
/// If the target has no known ending, there is no Blender for a .blend file, or one of the files cannot be read or written.
pub fn convert(arguments: &ConvertArguments) -> Result<(), Failure> {
    let path = &arguments.target;
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let target = match ending.as_str() {
        "glb" => Target::Glb,
        "blend" => Target::Blend,
        other => Target::Robot(RobotFormat::of_ending(other).ok_or_else(|| {
            let name = path.with_extension("glb");
            Failure::Arguments(format!(
                "{}: only .glb, .blend, .urdf, .sdf and .xml (MJCF) files are written; try {}",
                path.display(),
                name.display()
            ))
        })?),
    };
    let urdf = robot_file::urdf_of(Path::new(&arguments.file), &arguments.robot_file, &arguments.python)?;
    let (loaded, _) = models::library(None).load(urdf.to_str().unwrap_or(&arguments.file), "")?;
    let omissions = match target {
        Target::Glb => {
            let written = gltf::write(&loaded.model, &|path| fs::read(path));
            write_file(path, &written.bytes)?;
            written.warnings
        }
        Target::Blend => {
            let mut written = gltf::write(&loaded.model, &|path| fs::read(path));
            let interpreter = Interpreter::choose(arguments.python.python.as_deref());
            written.warnings.extend(blender::write(&written.bytes, path, &interpreter)?);
            written.warnings
        }
        Target::Robot(format) => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let written = robot_writer::write(&loaded.model, format, &stem, &|path| fs::read(path));
            let folder = path.parent().unwrap_or(Path::new(""));
            for (part, bytes) in &written.parts {
                write_file(&folder.join(part), bytes)?;
            }
            write_file(path, written.text.as_bytes())?;
            written.warnings
        }
    };
    let model = &loaded.model;
    let triangles = |node: &morse_assets::model::Node| {
        node.mesh().map_or(0, |mesh| model.meshes[mesh.index()].triangles.len())
    };
    let report = Report {
        file: path.display().to_string(),
        objects: model.nodes.len(),
        triangles: model.nodes.iter().map(triangles).sum(),
        joints: model.joints.len(),
        warnings: loaded.warnings.into_iter().chain(omissions).collect(),
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

/// Writes a file, and its folder if there is none.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let written = folder.map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| Failure::File { action: "write", path: path.to_owned(), error })
}
