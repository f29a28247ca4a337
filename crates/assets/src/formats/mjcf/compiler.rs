//! The settings in `<compiler>`: units of angles, folders of assets, and how masses are computed.

use std::path::PathBuf;

use crate::ReadError;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;

/// Settings of the whole model.
#[derive(Debug, Clone)]
pub(super) struct Compiler {
    /// Whether angles are in degrees.
    pub degrees: bool,
    /// Axes of Euler angles; lower case turns with the frame, upper case is fixed.
    pub euler_sequence: [char; 3],
    /// Folder of meshes and height fields.
    pub mesh_folder: PathBuf,
    /// Folder of images.
    pub texture_folder: PathBuf,
    /// Whether only the last part of a path to an asset is used.
    pub strip_path: bool,
    /// Whether a joint with a range has limits unless it says otherwise.
    pub auto_limits: bool,
    /// When masses come from geoms.
    pub inertia_from_geom: InertiaFromGeom,
    /// The groups of geoms that have mass.
    pub inertia_groups: [i32; 2],
    /// Lower bound of masses. [kg]
    pub mass_min: f64,
    /// Lower bound of principal moments. [kg m²]
    pub moment_min: f64,
    /// Total mass to which the model is scaled. [kg]
    pub total_mass: Option<f64>,
    /// Whether primitives are fitted to the bounding boxes of meshes, not to their inertias.
    pub fits_bounds: bool,
    /// Whether moments that break the triangle inequality become their mean.
    pub balance_inertia: bool,
    /// Whether geoms that do not collide are left out of pictures.
    pub discards_visuals: bool,
}

/// When masses and inertias are computed from geoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InertiaFromGeom {
    /// Also for bodies with `<inertial>`.
    Always,
    /// For no body.
    Never,
    /// For bodies without `<inertial>`.
    Missing,
}

impl Default for Compiler {
    fn default() -> Compiler {
        Compiler {
            degrees: true,
            euler_sequence: ['x', 'y', 'z'],
            mesh_folder: PathBuf::new(),
            texture_folder: PathBuf::new(),
            strip_path: false,
            auto_limits: true,
            inertia_from_geom: InertiaFromGeom::Missing,
            inertia_groups: [0, 5],
            mass_min: 0.0,
            moment_min: 0.0,
            total_mass: None,
            balance_inertia: false,
            fits_bounds: false,
            discards_visuals: false,
        }
    }
}

impl Compiler {
    /// Reads all `<compiler>` elements; a later one overrides an earlier one.
    pub(super) fn of(root: &Tag) -> Result<Compiler, ReadError> {
        let mut compiler = Compiler::default();
        for tag in root.children("compiler") {
            compiler.read(tag)?;
        }
        Ok(compiler)
    }

    fn read(&mut self, tag: &Tag) -> Result<(), ReadError> {
        let attributes = Attributes::own(tag);
        match attributes.text("angle") {
            None => {}
            Some("degree") => self.degrees = true,
            Some("radian") => self.degrees = false,
            Some(other) => return Err(tag.error(format!("angle is \"{other}\", not degree or radian"))),
        }
        if attributes.text("coordinate") == Some("global") {
            return Err(tag
                .error("global coordinates were removed from MJCF: save the model with MuJoCo 2.3.2 first"));
        }
        if let Some(text) = attributes.text("eulerseq") {
            let axes: Vec<char> = text.chars().collect();
            let sequence = <[char; 3]>::try_from(axes).ok();
            let known = |sequence: &[char; 3]| sequence.iter().all(|axis| "xyzXYZ".contains(*axis));
            self.euler_sequence = sequence
                .filter(known)
                .ok_or_else(|| tag.error(format!("eulerseq \"{text}\" is not three of x, y, z, X, Y, Z")))?;
        }
        if let Some(folder) = attributes.text("assetdir") {
            (self.mesh_folder, self.texture_folder) = (folder.into(), folder.into());
        }
        if let Some(folder) = attributes.text("meshdir") {
            self.mesh_folder = folder.into();
        }
        if let Some(folder) = attributes.text("texturedir") {
            self.texture_folder = folder.into();
        }
        let set = |switch: &mut bool, name: &str| {
            *switch = attributes.switch(name)?.unwrap_or(*switch);
            Ok::<(), ReadError>(())
        };
        set(&mut self.strip_path, "strippath")?;
        set(&mut self.auto_limits, "autolimits")?;
        set(&mut self.balance_inertia, "balanceinertia")?;
        set(&mut self.fits_bounds, "fitaabb")?;
        set(&mut self.discards_visuals, "discardvisual")?;
        if let Some(text) = attributes.text("inertiafromgeom") {
            self.inertia_from_geom = match attributes.switch("inertiafromgeom")? {
                Some(true) => InertiaFromGeom::Always,
                Some(false) => InertiaFromGeom::Never,
                None if text == "auto" => InertiaFromGeom::Missing,
                None => self.inertia_from_geom,
            };
        }
        if let Some(groups) = attributes.array::<2>("inertiagrouprange")? {
            self.inertia_groups = groups.map(|group| group as i32);
        }
        self.mass_min = attributes.number("boundmass")?.unwrap_or(self.mass_min);
        self.moment_min = attributes.number("boundinertia")?.unwrap_or(self.moment_min);
        if let Some(mass) = attributes.number("settotalmass")? {
            self.total_mass = (mass > 0.0).then_some(mass);
        }
        Ok(())
    }

    /// An angle of the file. [rad]
    pub(super) fn angle(&self, given: f64) -> f64 {
        if self.degrees { given.to_radians() } else { given }
    }
}
