//! Laser scans and ranges.

use morse_sim::contract::data::ScanLayout;
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::scan_rays::{initial, of_layer, of_sample, remissions};
use super::{Opened, Stream};
use crate::messages::sensor_msgs;
use crate::node_interface::{Node, Sender, Version};
use crate::streams::fields::floats;
use crate::streams::topic::{Headers, SensorTransform, advertise, audience, layer_topic};

/// The smallest valid range in MORSE 1.4. [m]
const MORSE_RANGE_MIN_M: f32 = 0.3;
/// Scan rate from which MORSE 1.4 derives the time between two rays. [Hz]
const LASER_RATE_HZ: f64 = 40.0;
/// Field of view of infrared sensors in MORSE 1.4, which writes degrees into a field of radians. [deg]
const INFRARED_VIEW: f32 = 20.0;

/// Opens the publisher of a laser scan. ROS 1 has the angles, limits and timing of MORSE 1.4.
pub(super) fn laser_scan<N: Node>(stream: Stream<'_, N>) -> Opened {
    if N::ROS == Version::Ros1 {
        return scan_of_morse(stream);
    }
    let rays = initial(stream.spec)?;
    let scan_time_s = scan_time_s(&stream);
    stream.open(move |sample, header| {
        let layout = of_sample(sample, rays);
        // A scanner may get layers while it runs: its stream stays the scan of the middle layer.
        Some(scan_of_layer(sample, header, &layout, layout.layers.saturating_sub(1) / 2, scan_time_s))
    })
}

/// The nominal time between two scans. [s]
fn scan_time_s<N: Node>(stream: &Stream<'_, N>) -> f64 {
    1.0 / stream.spec.rate_hz.max(f64::MIN_POSITIVE)
}

fn scan_of_morse<N: Node>(stream: Stream<'_, N>) -> Opened {
    let [window_deg, step_deg] = [stream.property("scan_window")?, stream.property("resolution")?];
    let range_max_m = stream.property("laser_range")?;
    let angle_max = (window_deg.to_radians() / 2.0) as f32;
    let time_increment_s = 1.0 / LASER_RATE_HZ / (window_deg / step_deg);
    stream.open(move |sample, header| {
        Some(sensor_msgs::LaserScan {
            header,
            angle_min: -angle_max,
            angle_max,
            angle_increment: step_deg.to_radians() as f32,
            time_increment: time_increment_s as f32,
            scan_time: 1.0,
            range_min: MORSE_RANGE_MIN_M,
            range_max: range_max_m as f32,
            ranges: floats(sample, "range_list").iter().map(|&range_m| range_m as f32).collect(),
            intensities: Vec::new(),
        })
    })
}

/// The scan of a layer of rays, counted from 0, in ROS 2.
///
/// The rays of an inclined layer are projected to the plane of the message, in which their angles are. All rays have the
/// time of the header, as in the simulation. The range of a ray without a hit is infinite (REP 117).
fn scan_of_layer<H>(
    sample: &Sample<'_>,
    header: H,
    layout: &ScanLayout,
    layer: usize,
    scan_time_s: f64,
) -> sensor_msgs::LaserScan<H> {
    let all = floats(sample, "range_list");
    let ranges = of_layer(all, layout, layer);
    let share = layout.horizontal_share(layer);
    let first_rad = layout.first_of_layer_rad(layer);
    let last_rad = first_rad + ranges.len().saturating_sub(1) as f64 * layout.step_rad;
    let range = |&range_m: &f64| match range_m < layout.range_max_m {
        true => (range_m * share) as f32,
        false => f32::INFINITY,
    };
    let intensities = remissions(sample, all.len()).map(|all| of_layer(all, layout, layer));
    sensor_msgs::LaserScan {
        header,
        angle_min: first_rad as f32,
        angle_max: last_rad as f32,
        angle_increment: layout.step_rad as f32,
        time_increment: 0.0,
        scan_time: scan_time_s as f32,
        range_min: (layout.range_min_m * share) as f32,
        range_max: (layout.range_max_m * share) as f32,
        ranges: ranges.iter().map(range).collect(),
        intensities: intensities.unwrap_or_default().iter().map(|&remission| remission as f32).collect(),
    }
}

/// Publishes a scan for each layer of a scanner.
struct LayerPublisher<N: Node> {
    layers: Vec<N::Sender<sensor_msgs::LaserScan<N::Header>>>,
    headers: Headers,
    transform: Option<SensorTransform<N>>,
    rays: ScanLayout,
    scan_time_s: f64,
}

/// Opens one topic of scans for each layer. Their number does not change with the property `layers`.
pub(super) fn layer_scans<N: Node>(stream: Stream<'_, N>) -> Opened {
    let rays = initial(stream.spec)?;
    let scan_time_s = scan_time_s(&stream);
    let Stream { streams, spec, plan, options } = stream;
    let transform = SensorTransform::open(streams, spec, plan, options)?;
    let layers = (0..rays.layers).map(|layer| advertise(streams, plan, &layer_topic(plan, layer)));
    let layers = layers.collect::<Result<_, _>>()?;
    let headers = Headers::new(&plan.frame);
    Ok(Box::new(LayerPublisher::<N> { layers, headers, transform, rays, scan_time_s }))
}

impl<N: Node> LayerPublisher<N> {
    fn has_listeners(&self) -> bool {
        self.layers.iter().any(Sender::has_listeners)
    }
}

impl<N: Node> Publisher for LayerPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        let layout = of_sample(sample, self.rays);
        let header: N::Header = self.headers.next(sample);
        for (layer, sender) in self.layers.iter_mut().enumerate().take(layout.layers) {
            if sender.has_listeners() {
                sender.send(&scan_of_layer(sample, header.clone(), &layout, layer, self.scan_time_s));
            }
        }
        self.headers.count();
        if let Some(transform) = &self.transform {
            transform.send(sample);
        }
    }

    fn audience(&self) -> Audience {
        let transform = self.transform.as_ref().is_some_and(SensorTransform::has_listeners);
        audience(self.has_listeners() || transform)
    }
}

/// The shortest range. In ROS 2, the range is infinite if nothing is in reach (REP 117), and the field of view is in radians.
pub(super) fn range<N: Node>(stream: Stream<'_, N>) -> Opened {
    let shortest = |sample: &Sample<'_>, range_max_m: f64| {
        floats(sample, "range_list").iter().copied().fold(range_max_m, f64::min)
    };
    if N::ROS == Version::Ros1 {
        let range_max_m = stream.property("laser_range")?;
        return stream.open(move |sample, header| {
            Some(sensor_msgs::Range {
                header,
                radiation_type: sensor_msgs::Range::<()>::INFRARED,
                field_of_view: INFRARED_VIEW,
                min_range: 0.0,
                max_range: range_max_m as f32,
                range: shortest(sample, range_max_m) as f32,
            })
        });
    }
    let rays = initial(stream.spec)?;
    stream.open(move |sample, header| {
        let ScanLayout { first_rad, range_min_m, range_max_m, .. } = of_sample(sample, rays);
        let range_m = shortest(sample, range_max_m);
        Some(sensor_msgs::Range2 {
            header,
            radiation_type: sensor_msgs::Range2::<()>::INFRARED,
            field_of_view: (-2.0 * first_rad) as f32,
            min_range: range_min_m as f32,
            max_range: range_max_m as f32,
            range: if range_m >= range_max_m { f32::INFINITY } else { range_m as f32 },
            variance: 0.0,
        })
    })
}
