//! Attributes of all elements: those that are read, and those that have no effect on motion, sensors or pictures. The other
//! attributes are named.
//!
//! Source: the schema of MuJoCo 4.0.0 (`mujoco.mj_printSchema`).

use std::collections::BTreeSet;

use crate::formats::mjcf::Import;
use crate::formats::mjcf::document::Tag;

/// An element with the attributes that are read, and those without an effect here.
pub(super) type Known = (&'static str, &'static str, &'static str);

/// Poses: of bodies, geoms, sites, cameras and frames.
const POSE: &str = "pos quat axisangle xyaxes zaxis euler";
/// Attributes of all actuators: read, and without an effect.
const ACTUATOR: [&str; 2] = [
    "name class joint jointinparent tendon site refsite body cranksite slidersite cranklength gear ctrllimited ctrlrange forcelimited \
     forcerange lengthrange actlimited actrange actearly inheritrange",
    "group user",
];

/// Elements by their section, `body` for everything in `<worldbody>`. Elements that are missing here are named as a whole.
///
/// Bodies that MuJoCo fuses (`fusestatic`) stay links of their own, which move alike. Groups and user data are for the viewer and for programs. Bodies that rest sleep here by the rules of the world. Hulls have all of
/// their vertices. Sites and tendons are not drawn.
pub(super) const KNOWN: &[Known] = &[
    ("", "model", ""),
    (
        "compiler",
        "angle assetdir autolimits balanceinertia boundinertia boundmass coordinate discardvisual eulerseq fitaabb inertiafromgeom \
         inertiagrouprange meshdir settotalmass strippath texturedir",
        "usethread conflict fusestatic savecanonical savecompiled saveinertial",
    ),
    ("default", "class", ""),
    (
        "asset/mesh",
        "builtin class face file inertia material name params refpos refquat scale texcoord vertex",
        "content_type maxhullvert",
    ),
    ("asset/hfield", "elevation file name ncol nrow size", "content_type"),
    (
        "asset/texture",
        "builtin class file fileback filedown filefront fileleft fileright fileup gridlayout gridsize height mark markrgb name rgb1 rgb2 \
         random type width hflip vflip",
        "content_type embed nchannel",
    ),
    (
        "asset/material",
        "class emission metallic name reflectance rgba roughness shininess specular texrepeat texture texuniform",
        "",
    ),
    ("asset/material/layer", "role texture", ""),
    ("asset/skin", SKIN, ""),
    ("asset/skin/bone", BONE, ""),
    ("asset/model", "file name", "content_type"),
    ("body/body", "name childclass mocap gravcomp", "user sleep simple fuse"),
    ("body/frame", "name childclass", ""),
    ("body/replicate", "count offset sep", ""),
    ("body/attach", "model body frame prefix", ""),
    ("body/inertial", "mass diaginertia fullinertia", ""),
    (
        "body/joint",
        "name class type pos axis range limited ref springref springdamper stiffness damping frictionloss armature actuatorfrclimited \
         actuatorfrcrange solreflimit solimplimit solreffriction solimpfriction actuatorgravcomp",
        "group user",
    ),
    ("body/freejoint", "name", "group"),
    (
        "body/geom",
        "name class type pos size fromto mesh hfield material rgba mass density shellinertia fitscale group contype conaffinity condim \
         friction priority solmix solref solimp margin",
        "user gap",
    ),
    ("body/site", "name class pos fromto", "type size rgba material mesh group user"),
    ("body/camera", "name class mode target fovy resolution focal focalpixel sensorsize", "ipd user"),
    (
        "body/light",
        "name class mode target active type directional pos dir ambient diffuse specular attenuation cutoff exponent",
        "castshadow bulbradius intensity range softness texture",
    ),
    ("contact/pair", "name class geom1 geom2 condim friction margin solref solimp solreffriction", "gap"),
    ("contact/exclude", "body1 body2", "name"),
    ("tendon/spatial", TENDON, TENDON_LOOKS),
    ("tendon/spatial/site", "site", ""),
    ("tendon/spatial/geom", "geom sidesite", ""),
    ("tendon/spatial/pulley", "divisor", ""),
    ("tendon/fixed", TENDON, TENDON_LOOKS),
    ("tendon/fixed/joint", "joint coef", ""),
    ("equality/connect", "name class active anchor body1 body2 site1 site2 solref solimp", ""),
    (
        "equality/weld",
        "name class active anchor body1 body2 site1 site2 relpose torquescale solref solimp",
        "",
    ),
    ("equality/joint", "name class active joint1 joint2 polycoef solref solimp", ""),
    ("equality/tendon", "name class active tendon1 tendon2 polycoef solref solimp", ""),
    ("actuator/general", "dyntype dynprm gaintype gainprm biastype biasprm", ""),
    ("actuator/motor", "", ""),
    ("actuator/position", "kp kv dampratio timeconst", ""),
    ("actuator/velocity", "kv", ""),
    ("actuator/intvelocity", "kp kv dampratio", ""),
    ("actuator/damper", "kv", ""),
    ("actuator/cylinder", "timeconst area diameter bias", ""),
    ("actuator/muscle", "timeconst tausmooth range force scale lmin lmax vmax fpmax fvmax", ""),
    ("actuator/adhesion", "gain", ""),
    ("keyframe/key", "name qpos ctrl mpos mquat", "time"),
    ("default/equality", "active solref solimp", ""),
    ("default/tendon", TENDON, TENDON_LOOKS),
    ("compiler/lengthrange", "", ""),
    // Sections whose parts are named by their own names, or that have no effect.
    ("option", "*", ""),
    ("option/flag", "*", ""),
    ("size", "", "*"),
    ("statistic", "center extent", "meaninertia meanmass meansize"),
    ("visual", "", ""),
    (
        "visual/global",
        "azimuth elevation fovy",
        "ipd linewidth glow offwidth offheight realtime ellipsoidinertia bvactive",
    ),
    ("visual/quality", "", "*"),
    ("visual/headlight", "active ambient diffuse specular", ""),
    // Fog is off unless a user of MuJoCo's viewer turns it on; the other numbers are for the mouse and for marks.
    (
        "visual/map",
        "znear zfar",
        "stiffness stiffnessrot force torque alpha fogstart fogend shadowclip shadowscale actuatortendon",
    ),
    ("visual/scale", "", "*"),
    (
        "visual/rgba",
        "",
        "fog force inertia joint actuator actuatornegative actuatorpositive com camera light selectpoint connect contactpoint \
         contactforce contactfriction contacttorque contactgap rangefinder constraint slidercrank crankbroken frustum bv bvactive",
    ),
    ("custom/*", "*", ""),
    ("extension/*", "*", ""),
    ("deformable/skin", SKIN, ""),
    ("deformable/skin/bone", BONE, ""),
    ("deformable/*", "*", ""),
    ("sensor/*", "*", ""),
    // Actuators whose force is left out are named by their names.
    ("actuator/orientation", "*", ""),
    ("actuator/pid", "*", ""),
    ("actuator/dcmotor", "*", ""),
    ("actuator/plugin", "*", ""),
];

/// Attributes of skins and their bones that are read.
const SKIN: &str = "face file group inflate material name rgba texcoord vertex";
const BONE: &str = "bindpos bindquat body vertid vertweight";
/// Attributes of tendons that are read.
const TENDON: &str = "name class range limited actuatorfrcrange actuatorfrclimited stiffness damping frictionloss armature springlength \
                      solreflimit solimplimit solreffriction solimpfriction";
/// Attributes of tendons without an effect.
const TENDON_LOOKS: &str = "group material rgba user width";
/// Sections whose elements hold elements of any depth, which are named with the sections themselves.
const WHOLE: [&str; 4] = ["custom", "extension", "deformable", "sensor"];
/// Sections with elements of a class.
const OF_CLASSES: [(&str, &[&str]); 4] = [
    ("asset", &["mesh", "texture", "material"]),
    ("body", &["joint", "geom", "site", "camera", "light"]),
    ("contact", &["pair"]),
    ("default", &["equality", "tendon"]),
];
/// Elements with a pose.
const WITH_POSE: [&str; 7] =
    ["body/body", "body/frame", "body/geom", "body/site", "body/camera", "body/inertial", "body/replicate"];

/// The fate of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is read, or named with its value.
    Read,
    /// It has no effect on motion, sensors or pictures.
    WithoutEffect,
    /// It is named as left out.
    Named,
}

/// The table's entry of an element.
fn entry(key: &str) -> Option<&'static Known> {
    let section = key.split('/').next().unwrap_or_default();
    KNOWN.iter().find(|(known, ..)| *known == key).or_else(|| {
        KNOWN.iter().find(|(known, ..)| known.strip_suffix("/*") == Some(section) && key != section)
    })
}

/// The fate of an attribute of an element.
pub(super) fn fate(key: &str, attribute: &str) -> Fate {
    let Some((_, read, without)) = entry(key) else { return Fate::Named };
    let lists = |list: &str| list == "*" || list.split_ascii_whitespace().any(|known| known == attribute);
    let is_actuator = key.starts_with("actuator/");
    let has_pose = WITH_POSE.contains(&key) && lists(POSE);
    if lists(read) || has_pose || (is_actuator && lists(ACTUATOR[0])) {
        Fate::Read
    } else if lists(without) || (is_actuator && lists(ACTUATOR[1])) {
        Fate::WithoutEffect
    } else {
        Fate::Named
    }
}

/// The key of an element of a default class.
pub(super) fn key_in_class(name: &str) -> String {
    let of = OF_CLASSES.iter().find(|(_, names)| names.contains(&name));
    of.map_or_else(|| format!("actuator/{name}"), |(section, _)| format!("{section}/{name}"))
}

/// Whether a value is that of a part that is switched off.
fn is_off(value: &str) -> bool {
    let mut words = value.split_ascii_whitespace();
    words.all(|word| matches!(word, "false" | "none" | "auto" | "disable") || word.parse() == Ok(0.0))
}

impl Import<'_> {
    /// Names the attributes and elements of the file that are neither read nor without effect, each once.
    pub(super) fn name_unread(&mut self, root: &Tag) {
        let mut found = BTreeSet::new();
        unread(root, "", &mut found);
        for (note, object) in found {
            self.note(note, &object);
        }
    }
}

/// Adds the attributes and elements below an element that are left out.
fn unread(tag: &Tag, key: &str, found: &mut BTreeSet<(&'static str, String)>) {
    for (name, value) in &tag.attributes {
        if fate(key, name) == Fate::Named && !is_off(value) {
            found.insert(("attributes without a counterpart", format!("{} {name}", tag.name)));
        }
    }
    if WHOLE.contains(&key) {
        return;
    }
    for child in &tag.children {
        let name = child.name.as_str();
        let key = match key {
            "" if name == "worldbody" => "body/body".to_owned(),
            "" => name.to_owned(),
            "default" if name == "default" => "default".to_owned(),
            "default" => key_in_class(name),
            "body/body" | "body/frame" | "body/replicate" => format!("body/{name}"),
            _ => format!("{key}/{name}"),
        };
        let is_section = matches!(
            key.as_str(),
            "asset"
                | "contact"
                | "tendon"
                | "equality"
                | "actuator"
                | "keyframe"
                | "custom"
                | "extension"
                | "deformable"
                | "sensor"
                | "visual"
        );
        if is_section || entry(&key).is_some() {
            unread(child, &key, found);
        } else if key.matches('/').count() > 1 || key.starts_with("compiler") {
            // Those of sections and bodies are named by the places that read these.
            found.insert(("elements without a counterpart", format!("<{name}> in <{}>", tag.name)));
        }
    }
}
