//! Names that were replaced by the terms of the field. `cargo xtask lint` keeps them out of the code.

use std::collections::BTreeMap;
use std::path::Path;

use xtask::shell::tracked_files;

/// A folder prefix, and retired names of items declared below it with their replacements.
type Retired = (&'static str, &'static [(&'static str, &'static str)]);

/// Names of structs, enums, traits, types, functions, modules and Python classes.
const RETIRED: &[Retired] = &[
    (
        "",
        &[
            ("Company", "ExternalComponents"),
            ("Seat", "ExternalEntry"),
            ("Deed", "WorldCommand"),
            ("Surroundings", "SceneAccess"),
            ("Happening", "StepInput"),
            ("Garage", "WheelContext"),
            ("Undercarriage", "Drivetrain"),
            ("OnTheMove", "PostActContext"),
            ("Actuate", "Actuator"),
            ("Gathering", "FanOut"),
            ("Truth", "PyTruthy"),
            ("Leeway", "ContactRecycling"),
            ("leeway", "contact_recycling"),
            ("kinship", "collision_filter"),
            ("thicken", "margin"),
            ("Photograph", "ImageData"),
            ("Shutter", "CaptureControl"),
            ("Film", "CameraRenderer"),
            ("Consigne", "Setpoint"),
            ("Enquiry", "HostRequest"),
            ("Garbled", "ProtocolError"),
            ("Silence", "ReceiveError"),
            ("FAREWELL", "SHUTDOWN_GRACE"),
            ("PATIENCE", "TIMEOUT"),
            ("PATIENCE_S", "TIMEOUT_S"),
            ("patience", "timeout"),
            ("said", "message"),
            ("Puppet", "ScriptedServer"),
            ("Puppets", "ScriptedHost"),
            ("LOOK_EVERY", "INTERRUPT_CHECK_INTERVAL"),
        ],
    ),
    (
        "crates/sim/src/",
        &[
            ("Question", "Query"),
            ("Cell", "WithData"),
            ("Head", "Metadata"),
            ("Site", "ServiceContext"),
            ("Maker", "Factory"),
            ("Act", "ActContext"),
            ("View", "SenseContext"),
            ("Moment", "ModifyContext"),
            ("Mount", "MountContext"),
            ("Carry", "Robot"),
            ("Sense", "Sensor"),
            ("Modify", "Modifier"),
            ("let_rest", "skip_idle"),
            ("may_rest", "on_demand"),
            ("tell_rivals", "warn_conflicting_actuators"),
            ("ring_alarm", "complete_sleep"),
            ("Push", "HeldWrench"),
            ("hosted", "external"),
            ("Begin", "AsyncReturn"),
            ("Forms", "MeshCache"),
            ("read_besides", "read_for_request"),
        ],
    ),
    (
        "crates/world/",
        &[
            ("Look", "Visual"),
            ("looks", "visuals"),
            ("Coat", "MaterialSlots"),
            ("Hook", "BoneAttachment"),
            ("Posture", "JointConfiguration"),
            ("Freedom", "Dof"),
            ("weld", "fixed_joint_mass"),
            ("spin", "rotate_about_z"),
            ("Carriage", "ChassisWheels"),
            ("Stand", "GroundedWheel"),
            ("Make", "ShapePurpose"),
        ],
    ),
    ("crates/kinematics/", &[("Work", "DescentBuffers")]),
    (
        "crates/middleware/socket/",
        &[
            ("Guest", "NodeConnection"),
            ("Meeting", "SharedState"),
            ("Moment", "NodeTime"),
            ("Talk", "Transfer"),
        ],
    ),
    ("crates/morse/", &[("News", "PipeMessage")]),
    (
        "crates/raycast/",
        &[
            ("Stand", "InstanceTransform"),
            ("Thing", "RayInstance"),
            ("Gate", "ResolvedFilter"),
            ("Job", "CastJob"),
            ("Cut", "SahSplit"),
            ("Slabs", "SlabTest"),
            ("BoxTree", "Bvh"),
            ("FittedTree", "RefitBvh"),
        ],
    ),
    (
        "crates/components/",
        &[
            ("Lens", "Intrinsics"),
            ("Sweep", "ScanCaster"),
            ("Echoes", "ScanBuffers"),
            ("Near", "ProximityData"),
            ("hand_drive", "teleop"),
            ("held_keys", "key_state"),
            ("spoil", "apply_noise"),
            ("Bank", "TiltLimits"),
            ("Way", "JointMotion or TargetMotion"),
            ("Treatment", "HealingResult"),
        ],
    ),
    (
        "crates/render/",
        &[
            ("Eye", "PreparedCamera"),
            ("Sight", "PixelRay"),
            ("Lamp", "PreparedLight"),
            ("Brush", "TileRenderer"),
            ("Band", "RowBand"),
            ("Painter", "SurfaceSampler"),
            ("Meeting", "SurfaceHit"),
            ("Studio", "SharedShading"),
            ("Arriving", "IncidentLight"),
            ("Spread", "SurfaceCoordinates"),
        ],
    ),
    (
        "crates/cli/",
        &[
            ("Ink", "Rgb"),
            ("Sheet", "DrawingSheet"),
            ("Ready", "PreparedRun"),
            ("Words", "Substitutions"),
            ("Thing", "NamedObject"),
            ("Wish", "Framing"),
        ],
    ),
];

/// Keywords that declare a name, in Rust and in Python.
const DECLARING: [&str; 9] = ["struct", "enum", "trait", "type", "fn", "mod", "const", "class", "def"];

/// Fails with every declaration of a retired name and its replacement.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let files = tracked_files(root, &["crates", "python", "xtask"])?;
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.ends_with(".rs") || file.ends_with(".py")) {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        found.extend(declared(file, &text));
    }
    if found.is_empty() { Ok(()) } else { Err(format!("retired names:\n{}", found.join("\n"))) }
}

/// Declarations of retired names in one file: place, name, replacement.
fn declared(file: &str, text: &str) -> Vec<String> {
    let retired: BTreeMap<&str, &str> = RETIRED
        .iter()
        .filter(|(folder, _)| file.starts_with(folder))
        .flat_map(|(_, names)| names.iter().copied())
        .collect();
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("//") {
            continue;
        }
        let words: Vec<&str> = line
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .filter(|word| !word.is_empty())
            .collect();
        for pair in words.windows(2).filter(|pair| DECLARING.contains(&pair[0])) {
            if let Some(instead) = retired.get(pair[1]) {
                found.push(format!("{file}:{}: {} is called {instead}", number + 1, pair[1]));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_retired_name_is_found_where_it_is_declared() {
        // Put together here, because the lint reads this file too.
        let text = format!("// struct X\npub {} Garage<'a> {{\n    undercarriage: u32,\n}}\n", "struct");
        assert_eq!(
            declared("crates/sim/src/x.rs", &text),
            ["crates/sim/src/x.rs:2: Garage is called WheelContext"]
        );
    }

    #[test]
    fn a_name_is_retired_in_its_own_crate_only() {
        assert_eq!(declared("crates/scene/src/x.rs", "struct Site;"), Vec::<String>::new());
    }
}
