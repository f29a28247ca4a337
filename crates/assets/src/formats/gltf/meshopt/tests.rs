//! Tests of the decoder on streams that were made by hand.

use serde_json::{Value, json};

use super::{Compressed, Deserialize, LONG, SHORT};

fn decode(record: &Value, stream: &[u8]) -> Result<Vec<u8>, String> {
    let mut full = json!({"buffer": 0, "byteLength": 0});
    full.as_object_mut().unwrap().extend(record.as_object().unwrap().clone());
    let record = Compressed::deserialize(&full).map_err(|error| error.to_string())?;
    record.decode(stream).map_err(str::to_owned)
}

/// Sixteen elements of four bytes. The differences of the first bytes are those of the example of the extension.
fn example() -> Vec<u8> {
    let mut stream = vec![0xa0, 2, 0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5, 0, 0, 0];
    stream.extend([0; 28]);
    stream.extend([100, 1, 2, 3]);
    stream
}

#[test]
fn the_differences_of_a_group_are_those_of_the_example_of_the_extension() {
    let record = json!({"mode": "ATTRIBUTES", "byteStride": 4, "count": 16});
    let decoded = decode(&record, &example()).unwrap();
    let differences = [-1_i8, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0];
    let mut expected = 100_u8;
    for (element, difference) in decoded.chunks_exact(4).zip(differences) {
        expected = expected.wrapping_add_signed(difference);
        assert_eq!(element, [expected, 1, 2, 3]);
    }
    assert_eq!(decoded.len(), 64);
}

#[test]
fn streams_that_end_too_early_or_too_late_are_errors() {
    let record = |count: usize| json!({"mode": "ATTRIBUTES", "byteStride": 4, "count": count});
    let example = example();
    for length in 0..example.len() {
        assert!(decode(&record(16), &example[..length]).is_err(), "{length}");
    }
    assert_eq!(decode(&record(0), &example), Err(LONG.to_owned()));
    // Memory is taken as elements arrive: a count without bytes is an error at once.
    assert_eq!(decode(&record(1 << 40), &example), Err(SHORT.to_owned()));
    for (mode, stream) in [("TRIANGLES", [0xe1; 40]), ("INDICES", [0xd1; 40])] {
        let record = json!({"mode": mode, "byteStride": 4, "count": 3_000_000_000_u64});
        assert_eq!(decode(&record, &stream), Err(SHORT.to_owned()));
    }
}

#[test]
fn properties_that_do_not_fit_together_are_errors() {
    for (mode, stride, filter, words) in [
        ("ATTRIBUTES", 6, "NONE", "its byteStride does not fit its mode"),
        ("ATTRIBUTES", 260, "NONE", "its byteStride does not fit its mode"),
        ("TRIANGLES", 8, "NONE", "its byteStride does not fit its mode"),
        ("INDICES", 2, "EXPONENTIAL", "its filter does not fit its mode"),
        ("ATTRIBUTES", 16, "QUATERNION", "the stream ends too early"),
        ("STRIPS", 4, "NONE", "unknown variant `STRIPS`"),
        ("ATTRIBUTES", 4, "HEXAGONAL", "unknown variant `HEXAGONAL`"),
    ] {
        let record = json!({"mode": mode, "byteStride": stride, "count": 16, "filter": filter});
        let error = decode(&record, &example()).unwrap_err();
        assert!(error.starts_with(words), "{error}");
    }
    let record = json!({"mode": "ATTRIBUTES", "byteStride": 4, "count": 16, "filter": "QUATERNION"});
    assert_eq!(decode(&record, &example()).unwrap_err(), "its byteStride does not fit its filter");
    let error =
        decode(&json!({"mode": "INDICES", "byteStride": 4, "count": 0}), &[0xd2, 0, 0, 0, 0]).unwrap_err();
    assert!(error.contains("of a version that is not known"), "{error}");
}

/// One element, which is the first one of its stream, after a filter.
fn filtered(filter: &str, element: &[u8]) -> Vec<u8> {
    let mut stream = vec![0xa1];
    // Each column of the block is zeros.
    stream.resize(1 + element.len() / 4, 0b1010_1010);
    stream.extend(vec![0; 24_usize.saturating_sub(element.len() / 4 + element.len())]);
    stream.extend(element);
    stream.extend(vec![0; element.len() / 4]);
    let record = json!({"mode": "ATTRIBUTES", "byteStride": element.len(), "count": 1, "filter": filter});
    decode(&record, &stream).unwrap()
}

fn shorts(values: [i16; 4]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[test]
fn filters_give_the_values_that_were_encoded() {
    assert_eq!(filtered("NONE", &[1, 2, 3, 4]), [1, 2, 3, 4]);
    // A direction in the middle of a face, and one on the lower half, with three and seven bits.
    assert_eq!(filtered("OCTAHEDRAL", &[1, 1, 3, 9]), [73, 73, 73, 9]);
    assert_eq!(filtered("OCTAHEDRAL", &[0, 63, 63, 0]), [0, 127, 0, 0]);
    assert_eq!(filtered("OCTAHEDRAL", &shorts([511, 511, 511, -5])), shorts([0, 0, -32767, -5]));
    // No rotation has its largest part at the end; half a turn around x has it at the begin.
    assert_eq!(filtered("QUATERNION", &shorts([0, 0, 0, 0x7fc | 3])), shorts([0, 0, 0, 32767]));
    assert_eq!(filtered("QUATERNION", &shorts([0, 0, 0, 0x7fc])), shorts([32767, 0, 0, 0]));
    let eighth = filtered("QUATERNION", &shorts([0x7ff, 0, 0, 0x7fc | 3]));
    assert_eq!(eighth, shorts([23170, 0, 0, 23170]));
    let number = |exponent: i32, factor: i32| {
        let element = (exponent << 24 | factor & 0xff_ffff).to_le_bytes();
        f32::from_le_bytes(filtered("EXPONENTIAL", &element).try_into().unwrap())
    };
    assert_eq!((number(-3, 20), number(2, -5), number(-100, 1)), (2.5, -20.0, 2.0_f32.powi(-100)));
    // A red that is almost the brightest one, half transparent, with eight bits.
    assert_eq!(filtered("COLOR", &[63, 126, 0xc1, 0xc0]), [252, 0, 0, 128]);
    assert_eq!(filtered("COLOR", &shorts([255, 0, 0, 255])), shorts([-1, -1, -1, -1]));
}

#[test]
fn triangles_share_corners_with_those_before_them() {
    let mut stream = vec![0xe1];
    // Three new corners by the table, a new corner at the last edge, one that is given as a number.
    stream.extend([0xf0, 0x00, 0x0f, 20]);
    stream.extend([0; 16]);
    let record = json!({"mode": "TRIANGLES", "byteStride": 2, "count": 9});
    let decoded = decode(&record, &stream).unwrap();
    let corners: Vec<u8> = decoded.chunks_exact(2).map(|corner| corner[0]).collect();
    assert_eq!(corners, [0, 1, 2, 0, 2, 3, 0, 3, 10]);
    stream[1] = 0x05;
    assert_eq!(decode(&record, &stream).unwrap_err(), "the stream names a corner that it has not had yet");
}
