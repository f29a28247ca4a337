//! Devices that do not exist, or fail.

use std::process::Command;

use glam::DVec3;
use morse_render::{Style, View};
use morse_render_gpu::{Adapters, NoDevice, open};
use morse_world::Pose;

use crate::comparison::{assert_agreement, device};
use crate::scenes::solids;

/// Set in the process that has no drivers.
const CHILD: &str = "MORSE_TEST_WITHOUT_DRIVERS";

#[test]
fn computer_without_drivers_has_no_device() {
    if std::env::var_os(CHILD).is_some() {
        assert!(matches!(open(Adapters::All), Err(NoDevice::NotFound(_))));
        return;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "lost::computer_without_drivers_has_no_device"])
        .env(CHILD, "1")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("WGPU_BACKEND", "vulkan")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn software_is_not_chosen_as_hardware() {
    if let Ok(device) = open(Adapters::Hardware) {
        assert!(!device.name().contains("llvmpipe"), "{}", device.name());
    }
}

/// Runs a test of this file in a process with other variables. Returns whether this is that process.
fn is_child(test: &str, variables: &[(&str, &str)]) -> bool {
    if std::env::var_os(CHILD).is_some() {
        return true;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("lost::{test}")])
        .env(CHILD, "1")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    false
}

#[test]
fn computer_with_broken_drivers_has_no_device() {
    let folder = tempfile::tempdir().unwrap();
    // A library that is text, and a description that is not JSON.
    let library = folder.path().join("driver.so");
    std::fs::write(&library, "not a library").unwrap();
    let description = format!(
        r#"{{"file_format_version": "1.0.0", "ICD": {{"library_path": "{}", "api_version": "1.3.0"}}}}"#,
        library.display()
    );
    for (name, text) in [("broken.json", description.as_str()), ("nonsense.json", "{{{")] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let variables = [("VK_ICD_FILENAMES", path), ("VK_DRIVER_FILES", path), ("WGPU_BACKEND", "vulkan")];
        if is_child("computer_with_broken_drivers_has_no_device", &variables) {
            assert!(matches!(open(Adapters::All), Err(NoDevice::NotFound(_))));
            return;
        }
    }
}

#[test]
fn device_draws_without_write_access_to_shader_caches() {
    // Below a file, no folder can be made, also not by root.
    let nowhere = "/dev/null/cache";
    let variables = [
        ("HOME", nowhere),
        ("XDG_CACHE_HOME", nowhere),
        ("MESA_SHADER_CACHE_DIR", nowhere),
        ("__GL_SHADER_DISK_CACHE_PATH", nowhere),
    ];
    if is_child("device_draws_without_write_access_to_shader_caches", &variables) {
        let Some(device) = device() else { return };
        let view = View::perspective(Pose::from_translation(DVec3::new(-9.0, 0.0, 1.0)), [33, 20], 0.9);
        assert_agreement(&*device, &solids(), &view, None, &Style::default());
    }
}
