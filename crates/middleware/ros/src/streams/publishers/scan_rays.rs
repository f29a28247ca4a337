//! Rays of laser scanners: their layout, and the ranges and points of each layer.

use glam::DQuat;
use morse_scene::value::Value;
use morse_sim::contract::data::{Layout, ScanLayout};
use morse_sim::transport::stream::{Sample, StreamSpec};

use crate::streams::fields::floats;

/// Layout of the rays of a scanner when its stream is opened: that of its data, or that of its properties if a
/// component that a user wrote has no layout.
///
/// # Errors
/// When neither data nor properties give the layout.
pub(in crate::streams) fn initial(spec: &StreamSpec<'_>) -> Result<ScanLayout, String> {
    if let Some(Layout::Scan(layout)) = spec.layout {
        return Ok(layout);
    }
    let set =
        |name: &str| spec.properties.get(name).and_then(Value::as_f64).filter(|number| number.is_finite());
    let required = |name: &str| {
        set(name).ok_or_else(|| format!("{}: {} needs the property {name}", spec.component, spec.class))
    };
    let angle = |name: &str| set(name).unwrap_or_default().to_radians();
    let layers = spec.properties.get("layers").and_then(Value::as_i64).unwrap_or(1);
    Ok(ScanLayout {
        layers: usize::try_from(layers).unwrap_or(1).max(1),
        first_rad: -required("scan_window")?.to_radians() / 2.0,
        step_rad: required("resolution")?.to_radians(),
        offset_rad: angle("layer_offset"),
        separation_rad: angle("layer_separation"),
        sensor_from_arc: DQuat::IDENTITY,
        range_min_m: 0.0,
        range_max_m: required("laser_range")?,
    })
}

/// Layout of a reading. Properties may change while the scanner runs.
pub(super) fn of_sample(sample: &Sample<'_>, initial: ScanLayout) -> ScanLayout {
    match sample.data.layout() {
        Some(Layout::Scan(layout)) => layout,
        _ => initial,
    }
}

/// The rays of a layer, counted from 0: a part of a list with a value for each ray of the scan. Without the rays after a
/// full circle, which repeat the first ones.
pub(super) fn of_layer<'a, T>(values: &'a [T], layout: &ScanLayout, layer: usize) -> &'a [T] {
    let count = values.len() / layout.layers.max(1);
    let start = layer * count;
    values.get(start..start + layout.distinct_rays(count)).unwrap_or_default()
}

/// The remissions of scanners that measure them, if there is one for each ray.
pub(super) fn remissions<'a>(sample: &Sample<'a>, rays: usize) -> Option<&'a [f64]> {
    Some(floats(sample, "remission_list")).filter(|remissions| rays > 0 && remissions.len() == rays)
}
