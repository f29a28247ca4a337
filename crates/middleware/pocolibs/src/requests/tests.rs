//! Checks the overlays against the Builder's table of classes.

use super::overlays;

/// The Builder's table of streams and overlays.
const WIRING: &str = include_str!("../../../../../python/morse/builder/catalog/wiring.json");

#[test]
fn every_overlay_of_the_table_is_known() {
    let wiring: serde_json::Value = serde_json::from_str(WIRING).unwrap();
    let mut known = 0;
    for class in wiring["other_classes"].as_array().unwrap() {
        if class["middleware"] == "pocolibs" && class["kind"] == "overlay" {
            let overlay = overlays::of_class(class["classpath"].as_str().unwrap()).unwrap();
            let names: Vec<&str> = overlay.services().map(|service| service.name).collect();
            let mut unique = names.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), names.len(), "{class}");
            known += 1;
        }
    }
    assert_eq!(known, 6);
    let problem = overlays::of_class("morse.middleware.pocolibs.overlays.fingers.Finger").unwrap_err();
    assert!(problem.contains("did you mean"), "{problem}");
}
