//! MJCF, the format of MuJoCo: bodies as links, joints, and geoms as visual and collision shapes.
//!
//! Source: MuJoCo's documentation, "XML reference" and "Modeling". Lengths are meters, and z is up. Parts without a
//! counterpart here (sensors) are named in the warnings.

mod actuator;
mod aim;
mod assets;
mod attach;
mod attributes;
mod body;
mod builtin_mesh;
mod compiler;
mod contact_material;
mod defaults;
mod document;
mod equality;
mod flags;
pub(in crate::formats) mod geom;
mod height_field;
pub(in crate::formats) mod inertia;
mod inverse_inertia;
mod joint;
mod keyframe;
mod known;
mod light;
mod materials;
mod pair;
mod pose;
mod references;
mod replicate;
mod separation;
mod skin;
mod softness;
mod spring_damper;
mod tendon;
#[cfg(test)]
mod tests;
mod texture;
mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use glam::DVec3;

use crate::formats::mesh_files::Part;
use crate::formats::mjcf::aim::Follower;
use crate::formats::mjcf::assets::MeshAsset;
use crate::formats::mjcf::attach::Scope;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::compiler::Compiler;
use crate::formats::mjcf::contact_material::Surfaces;
use crate::formats::mjcf::defaults::Defaults;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::flags::Flags;
use crate::formats::mjcf::keyframe::Coordinates;
use crate::formats::mjcf::materials::MaterialAsset;
use crate::formats::mjcf::separation::Masks;
use crate::formats::mjcf::spring_damper::SpringDamper;
use crate::formats::mjcf::tendon::RoundGeom;
use crate::formats::xml;
use crate::limits::Budget;
use crate::model::{Fluid, LinkFrame, MaterialId, NodeId, TextureId, WorldSettings};
use crate::paths::Roots;
use crate::warnings::names;
use crate::{Model, ReadError, Warnings};

const REMEDY: &str = "correct the file";
/// Sections that describe the memory of MuJoCo.
const WITHOUT_EFFECT: [&str; 1] = ["size"];
/// Sections that are read, here or by scripts (`sensor`).
const READ: [&str; 13] = [
    "compiler",
    "default",
    "asset",
    "worldbody",
    "tendon",
    "equality",
    "actuator",
    "contact",
    "keyframe",
    "sensor",
    "option",
    "visual",
    "statistic",
];
/// Settings of `<option>` that are read, and those of the solver, of collision detection and of rest that have no effect on a correct
/// solution.
const READ_OPTIONS: [&str; 24] = [
    "cone",
    "impratio",
    "o_friction",
    "o_margin",
    "o_solimp",
    "o_solref",
    "integrator",
    "sdf_initpoints",
    "sdf_iterations",
    "sleep_tolerance",
    "timestep",
    "density",
    "viscosity",
    "gravity",
    "wind",
    "iterations",
    "tolerance",
    "ls_iterations",
    "ls_tolerance",
    "ccd_iterations",
    "ccd_tolerance",
    "jacobian",
    "solver",
    "noslip_tolerance",
];

/// Shortest step that a file can ask for, because it makes each tick longer. [s]
const LEAST_STEP_S: f64 = 1e-4;

/// Reads a file. Included files, meshes and images are looked for beside `path`, inside `roots`.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    roots: &Roots,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    let text = xml::text_of(bytes)?;
    let mut root = document::read(text, path, roots, budget)?;
    if root.name != "mujoco" {
        let problem = format!("is <{}>, and an MJCF file begins with <mujoco>", root.name);
        return Err(ReadError::new(root.place(), problem, "check that it is a file of MuJoCo"));
    }
    let scopes = attach::expand(&mut root, path, roots, budget)?;
    let compiler = Compiler::of(&root)?;
    replicate::expand(&mut root, &compiler, &scopes, budget)?;
    let defaults = Defaults::of(&root)?;
    let mut import = Import {
        path,
        roots,
        compiler,
        scopes,
        defaults: &defaults,
        model: Model {
            name: root.attribute("model").unwrap_or_default().to_owned(),
            generator: "MJCF".to_owned(),
            ..Model::default()
        },
        budget,
        warnings,
        meshes: BTreeMap::new(),
        height_fields: BTreeMap::new(),
        materials: BTreeMap::new(),
        geom_materials: BTreeMap::new(),
        files: BTreeMap::new(),
        notes: BTreeMap::new(),
        masks: Vec::new(),
        moving: BTreeSet::new(),
        mocaps: Vec::new(),
        standing: BTreeSet::new(),
        coordinates: Vec::new(),
        free_joints: Vec::new(),
        flexes: BTreeSet::new(),
        spring_dampers: Vec::new(),
        bodies: BTreeMap::new(),
        sites: BTreeMap::new(),
        round_geoms: BTreeMap::new(),
        effort_ranges: BTreeMap::new(),
        left_out_tendons: Vec::new(),
        paired: pair::geoms(&root),
        paired_geoms: BTreeMap::new(),
        pairs: 0,
        sky: None,
        ambient: [0.0; 3],
        balls: Vec::new(),
        has_plane: false,
        followers: Vec::new(),
        surfaces: Surfaces::of(&root)?,
        flags: Flags::of(&root)?,
    };
    import.assets(&root)?;
    import.world(&root)?;
    import.bound_masses();
    import.aims();
    // Before the keyframes move the bodies.
    import.view(&root)?;
    import.find_moving_links();
    import.spring_dampers();
    import.tendons(&root)?;
    import.equalities(&root)?;
    import.actuators(&root)?;
    import.keyframes(&root)?;
    // In the pose of the keyframe at the start.
    import.skins(&root)?;
    import.separations(&root)?;
    import.options(&root)?;
    import.name_other_sections(&root);
    import.name_unread(&root);
    let Import { mut model, notes, .. } = import;
    for (note, objects) in &notes {
        warnings.add(format!("{note}: {}", names(objects.iter().map(String::as_str))));
    }
    model.put_right(warnings);
    Ok(model)
}

/// Reads a file that refers to no other.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("/nowhere/memory.xml"), &Roots::none(), &mut Budget::default(), warnings)
}

/// The import of one file into the model.
struct Import<'a> {
    path: &'a Path,
    roots: &'a Roots,
    compiler: Compiler,
    /// Settings of attached models.
    scopes: Vec<Scope>,
    defaults: &'a Defaults,
    model: Model,
    budget: &'a mut Budget,
    warnings: &'a mut Warnings,
    meshes: BTreeMap<String, MeshAsset>,
    height_fields: BTreeMap<String, Part>,
    materials: BTreeMap<String, MaterialAsset>,
    /// Materials of geoms by the name of the asset and the bits of the color and of the reflectance.
    geom_materials: BTreeMap<(String, [u64; 4], u64), MaterialId>,
    /// Mesh files that have been read.
    files: BTreeMap<PathBuf, Vec<Part>>,
    /// Parts without a counterpart, with the names of their objects.
    notes: BTreeMap<String, Vec<String>>,
    /// Collision bits of each geom, with its link.
    masks: Vec<(NodeId, Masks)>,
    /// Links that a joint or a client moves.
    moving: BTreeSet<NodeId>,
    /// Bodies that clients move (mocap), in the order of the file, and all links that are fixed to them.
    mocaps: Vec<NodeId>,
    standing: BTreeSet<NodeId>,
    /// Numbers of the joints in keyframes.
    coordinates: Vec<Coordinates>,
    /// Names of free joints, each with its link.
    free_joints: Vec<(String, NodeId)>,
    /// Names of flexes, which are left out.
    flexes: BTreeSet<String>,
    spring_dampers: Vec<SpringDamper>,
    /// Links of bodies, frames of sites, and geoms that tendons can wrap around, by name.
    bodies: BTreeMap<String, NodeId>,
    sites: BTreeMap<String, LinkFrame>,
    round_geoms: BTreeMap<String, RoundGeom>,
    /// Efforts that joints admit (`actuatorfrcrange`), by name.
    effort_ranges: BTreeMap<String, [f64; 2]>,
    left_out_tendons: Vec<String>,
    /// Names of the geoms of contact pairs, and their links and collision shapes.
    paired: BTreeSet<String>,
    /// Number of contact pairs that were read.
    pairs: u32,
    paired_geoms: BTreeMap<String, (NodeId, Range<usize>)>,
    /// Image of the sky.
    sky: Option<TextureId>,
    /// Sum of the ambient light of the lights.
    ambient: [f64; 3],
    /// Balls around the geoms: link, center in its frame and radius. [m]
    balls: Vec<(NodeId, DVec3, f64)>,
    /// Whether there is a plane.
    has_plane: bool,
    /// Cameras and lights that follow bodies or look at them.
    followers: Vec<Follower>,
    /// Parts of the physics that are switched off.
    flags: Flags,
    /// Settings of all contacts.
    surfaces: Surfaces,
}

impl<'a> Import<'a> {
    /// An element with the defaults of its class.
    fn attributes<'t>(&self, tag: &'t Tag, childclass: Option<&str>) -> Result<Attributes<'t>, ReadError>
    where
        'a: 't,
    {
        self.attributes_like(tag, &tag.name, childclass)
    }

    /// An element with the defaults that its class has for elements of a name.
    fn attributes_like<'t>(
        &self,
        tag: &'t Tag,
        kind: &str,
        childclass: Option<&str>,
    ) -> Result<Attributes<'t>, ReadError>
    where
        'a: 't,
    {
        Ok(Attributes { tag, defaults: self.defaults.attributes(tag, kind, childclass)? })
    }

    /// The settings that count for an element: those of its attached model, or of the model itself.
    fn compiler(&self, tag: &Tag) -> &Compiler {
        self.scope(tag).map_or(&self.compiler, |scope| &scope.compiler)
    }

    /// The settings of the attached model of an element.
    fn scope(&self, tag: &Tag) -> Option<&Scope> {
        self.scopes.get(tag.scope?)
    }

    /// Records that an object has something that has no counterpart here.
    fn note(&mut self, what: &str, object: &str) {
        self.notes.entry(what.to_owned()).or_default().push(object.to_owned());
    }

    /// Reads the fluid, the gravity and the length of a step of `<option>`. Its other numbers are settings of the solver.
    fn options(&mut self, root: &Tag) -> Result<(), ReadError> {
        for tag in root.children("option") {
            let attributes = Attributes::own(tag);
            let [density, viscosity] = ["density", "viscosity"].map(|name| attributes.number(name));
            let (density, viscosity) = (density?.unwrap_or(0.0).max(0.0), viscosity?.unwrap_or(0.0).max(0.0));
            let wind = DVec3::from_array(attributes.array("wind")?.unwrap_or_default());
            if density > 0.0 || viscosity > 0.0 {
                self.model.fluid = Some(Fluid { density, viscosity, wind });
            }
            if let Some(step_s) = attributes.number("timestep")? {
                if !(step_s > 0.0 && step_s.is_finite()) {
                    return Err(tag.error(format!("timestep {step_s} is not above 0")));
                }
                self.model.step_max_s = Some(step_s.max(LEAST_STEP_S));
                if step_s < LEAST_STEP_S {
                    self.note(
                        "steps are 0.1 ms long, and shorter in <option>",
                        &format!("timestep {step_s}"),
                    );
                }
            }
            if let Some(gravity) = attributes.array::<3>("gravity")? {
                let gravity = DVec3::from_array(gravity);
                self.model.world = Some(WorldSettings { gravity, origin: None });
            }
            let other = tag.attributes.iter().filter(|(name, _)| !READ_OPTIONS.contains(&name.as_str()));
            for (name, _) in other {
                self.note("settings in <option> without a counterpart", name);
            }
        }
        self.switch_off();
        Ok(())
    }

    fn name_other_sections(&mut self, root: &Tag) {
        for section in &root.children {
            let name = section.name.as_str();
            if !READ.contains(&name) && !WITHOUT_EFFECT.contains(&name) {
                // Skins are read.
                for child in section.children.iter().filter(|child| child.name != "skin") {
                    let object = child.attribute("name").map_or_else(|| child.place(), str::to_owned);
                    self.note(&format!("<{name}> is left out"), &object);
                }
            }
        }
    }
}
