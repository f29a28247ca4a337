//! Encoding one message of a pose sensor, against `serde_json` writing the same record as baseline.

use criterion::{Criterion, criterion_group, criterion_main};

fn encode(_criterion: &mut Criterion) {}

criterion_group!(benches, encode);
criterion_main!(benches);
