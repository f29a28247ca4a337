//! Encodes one message of a pose sensor; the baseline is `serde_json` writing the same record.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use morse_sim::contract::data::Fields;
use morse_sim::prelude::Data;
use morse_socket::json::RecordEncoder;
use serde::Serialize;

/// Data of a pose sensor.
#[derive(Data, Clone, Default, Serialize)]
struct Pose {
    /// Position. [m]
    x: f64,
    /// Position. [m]
    y: f64,
    /// Position. [m]
    z: f64,
    /// Rotation about Z. [rad]
    yaw: f64,
    /// Rotation about Y. [rad]
    pitch: f64,
    /// Rotation about X. [rad]
    roll: f64,
}

/// The whole message as a struct for serde, the baseline.
#[derive(Serialize)]
struct Message<'a> {
    timestamp: f64,
    #[serde(flatten)]
    pose: &'a Pose,
}

fn encode(criterion: &mut Criterion) {
    let pose = Pose {
        x: 12.345_678_901_234_567,
        y: -0.712_345_678_901_234_5,
        z: 0.103_456_789_012_345_67,
        yaw: 2.618_281_828_459_045,
        pitch: -0.001_234_567_890_123_456_7,
        roll: 1.234_567_890_123_456_7e-17,
    };
    let timestamp = 1_795_183_813.969_143_9;
    let encoder = RecordEncoder::new(Pose::FIELDS);
    let mut out = Vec::new();
    let mut group = criterion.benchmark_group("pose");
    group.bench_function("morse", |bencher| {
        bencher.iter(|| {
            out.clear();
            encoder.write(&mut out, black_box(timestamp), black_box(&pose));
            out.len()
        });
    });
    group.bench_function("serde_json (baseline)", |bencher| {
        bencher.iter(|| {
            out.clear();
            let message = Message { timestamp: black_box(timestamp), pose: black_box(&pose) };
            serde_json::to_writer(&mut out, &message).is_ok()
        });
    });
    group.finish();
}

criterion_group!(benches, encode);
criterion_main!(benches);
