//! Devices that do not exist, or fail.

use std::process::Command;

use morse_render_gpu::{Adapters, NoDevice, open};

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
