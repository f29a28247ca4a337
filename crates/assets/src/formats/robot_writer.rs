//! Writes a model as a robot file for other simulators: URDF, SDF or MJCF, with its meshes and images in a folder beside it.
//! Everything that the format cannot hold is named in a warning.

mod link_tree;
mod merge;
mod mesh_files;
mod mjcf;
mod obj_text;
mod omissions;
mod sdf;
mod urdf;
mod xml_text;

use std::path::{Path, PathBuf};

use crate::Model;
use link_tree::LinkTree;
use mesh_files::MeshFiles;
use omissions::Omissions;

/// A format of robots that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RobotFormat {
    /// Unified Robot Description Format, of ROS.
    Urdf,
    /// Simulation Description Format, of Gazebo.
    Sdf,
    /// MuJoCo's format.
    Mjcf,
}

impl RobotFormat {
    /// The format of a file by the end of its name, in lower case: `urdf`, `sdf`, `xml` or `mjcf`.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<RobotFormat> {
        match ending {
            "urdf" => Some(RobotFormat::Urdf),
            "sdf" => Some(RobotFormat::Sdf),
            "xml" | "mjcf" => Some(RobotFormat::Mjcf),
            _ => None,
        }
    }
}

/// The files of a robot.
#[derive(Debug)]
pub struct RobotFiles {
    /// The text of the file itself.
    pub text: String,
    /// Meshes and images: their paths beside the file, and their bytes.
    pub parts: Vec<(PathBuf, Vec<u8>)>,
    /// Omissions; each message names the objects.
    pub warnings: Vec<String>,
}

/// Writes a model. Meshes and images stand in the folder `STEM_urdf_meshes` beside the file, or that of a different
/// format. Images in files are read by
/// `read_image`, which gets their path.
pub fn write(
    model: &Model,
    format: RobotFormat,
    stem: &str,
    read_image: &dyn Fn(&Path) -> std::io::Result<Vec<u8>>,
) -> RobotFiles {
    let mut omissions = Omissions::default();
    let mut tree = LinkTree::of(model, stem, &mut omissions);
    omissions.note_model(model, format);
    let kind = match format {
        RobotFormat::Urdf => "urdf",
        RobotFormat::Sdf => "sdf",
        RobotFormat::Mjcf => "mjcf",
    };
    // The files of two formats differ.
    let folder = format!("{stem}_{kind}_meshes");
    let mut files = MeshFiles::new(model, folder, format == RobotFormat::Mjcf, read_image);
    let text = match format {
        RobotFormat::Urdf => urdf::text(&tree, &mut files, &mut omissions),
        RobotFormat::Sdf => {
            tree.merge(merge::is_ball_part);
            sdf::text(&tree, &mut files, &mut omissions)
        }
        RobotFormat::Mjcf => {
            tree.merge(|_| true);
            mjcf::text(&tree, &mut files, &mut omissions)
        }
    };
    let parts = files.finish(&mut omissions);
    RobotFiles { text, parts, warnings: omissions.into_messages() }
}

#[cfg(test)]
mod tests;
