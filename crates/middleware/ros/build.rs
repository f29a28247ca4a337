//! Generates the structs of ROS messages and services from their definitions, as `messages.rs` in the output folder.

#[path = "build/definitions.rs"]
mod definitions;
#[path = "build/source.rs"]
mod source;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use definitions::Definitions;

/// The list of types.
const TYPES: &str = "messages/types.txt";
/// Definitions of the types of ROS 1, also for Python.
const ROS1: &str = "../../../python/morse/host/ros/definitions.json";

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["build.rs", "build", "messages", ROS1] {
        println!("cargo::rerun-if-changed={path}");
    }
    let mut definitions = Definitions::new(Path::new("messages"), Path::new(ROS1))?;
    let mut services = Vec::new();
    for line in fs::read_to_string(TYPES)?.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(' ') {
            Some(("msg", key)) => drop(definitions.add(key, "")?),
            Some(("msg2", key)) => drop(definitions.add(key, "2")?),
            Some(("srv", key)) => services.push(definitions.service(key)?),
            _ => return Err(format!("{TYPES}: {line:?} is not `msg`, `msg2` or `srv` with a type").into()),
        }
    }
    let mut packages: BTreeMap<&str, String> = BTreeMap::new();
    for definition in definitions.messages() {
        // Headers differ between ROS 1 and ROS 2, and are written by hand.
        if definition.key() != "std_msgs/Header" {
            *packages.entry(&definition.package).or_default() += &source::message(&definitions, definition);
        }
    }
    for service in &services {
        *packages.entry(&service.package).or_default() += &source::service(&definitions, service);
    }
    let modules: String = packages.iter().map(|(name, body)| source::module(name, body)).collect();
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets no OUT_DIR")?);
    Ok(fs::write(folder.join("messages.rs"), modules)?)
}
