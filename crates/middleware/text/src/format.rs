//! Text format of the files: header and records.

use std::fmt::Write;

use glam::DVec3;
use morse_scene::python_repr;
use morse_scene::value::Value;
use morse_sim::contract::data::{Field, FieldInfo};
use morse_sim::transport::stream::{Sample, StreamSpec};

/// Layout of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A line with the robot's pose, then one line per field.
    Paragraph,
    /// One line, with a semicolon after each value.
    Csv,
}

/// Header of a file: names of robot and sensor, and position of the sensor relative to its robot.
pub(crate) fn header(spec: &StreamSpec<'_>) -> String {
    let (distance, direction_in_world, direction_in_robot) = relative_position(spec);
    let vector = |v: DVec3| {
        let [x, y, z] = v.to_array().map(python_repr::float_repr);
        format!("Vector(({x}, {y}, {z}))")
    };
    format!(
        "ROBOT {} || SENSOR {}\n(distance, globalVector(3), localVector(3))\n({}, {}, {})\n\n",
        spec.robot,
        spec.component,
        python_repr::float_repr(distance),
        vector(direction_in_world),
        vector(direction_in_robot),
    )
}

/// Distance of the sensor from the origin of its robot [m], and its direction as a unit vector in the world and in the robot
/// frame. The direction is zero for a sensor at the origin.
fn relative_position(spec: &StreamSpec<'_>) -> (f64, DVec3, DVec3) {
    let offset_in_robot = spec.robot_from_component.translation;
    let direction_in_robot = offset_in_robot.normalize_or_zero();
    let direction_in_world = spec.world_from_robot.transform_vector(direction_in_robot);
    (offset_in_robot.length(), direction_in_world, direction_in_robot)
}

/// Appends record number `index`.
pub(crate) fn record(
    out: &mut String,
    layout: Layout,
    fields: &[FieldInfo],
    index: u64,
    sample: &Sample<'_>,
) {
    let values = (0..).map_while(|nth| sample.data.get(nth));
    let named = std::iter::once(("timestamp", Field::Float(sample.timestamp_s)))
        .chain(fields.iter().map(|field| field.name).zip(values));
    let open_values = sample.data.open().into_iter().flatten();
    match layout {
        Layout::Paragraph => {
            robot_line(out, index, sample);
            for (name, value) in named {
                out.push('\t');
                out.push_str(name);
                out.push_str(" = ");
                field(out, value);
                out.push('\n');
            }
            for (name, value) in open_values {
                out.push('\t');
                out.push_str(name);
                out.push_str(" = ");
                open_value(out, value);
                out.push('\n');
            }
        }
        Layout::Csv => {
            for (_, value) in named {
                field(out, value);
                out.push(';');
            }
            for (_, value) in open_values {
                open_value(out, value);
                out.push(';');
            }
            out.push('\n');
        }
    }
}

fn robot_line(out: &mut String, index: u64, sample: &Sample<'_>) {
    let position = sample.world_from_robot.translation.to_array();
    let euler = sample.world_from_robot.euler();
    out.push_str("==> Data at X,Y,Z: [");
    fixed_list(out, position);
    out.push_str("]yaw,pitch,roll: [");
    fixed_list(out, [euler.yaw, euler.pitch, euler.roll]);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "] | index {index} | time {:.2}", sample.timestamp_s);
}

fn fixed_list(out: &mut String, numbers: [f64; 3]) {
    for (nth, number) in numbers.into_iter().enumerate() {
        if nth > 0 {
            out.push(' ');
        }
        fixed(out, number);
    }
}

/// Appends a number with six decimals, like Python's `%.6f`.
fn fixed(out: &mut String, number: f64) {
    if number.is_nan() {
        out.push_str("nan");
    } else {
        let _ = write!(out, "{number:.6}");
    }
}

/// Appends a field: floats with six decimals, other values as in Python's `repr`.
fn field(out: &mut String, value: Field<'_>) {
    match value {
        Field::Float(number) => fixed(out, number),
        other => open_value(out, &other.to_value()),
    }
}

/// Appends a value in the same format as a field.
fn open_value(out: &mut String, value: &Value) {
    match value {
        Value::Float(number) => fixed(out, *number),
        Value::Text(text) => python_repr::push_text(out, text),
        value => out.push_str(&python_repr::repr(value)),
    }
}

#[cfg(test)]
mod tests {
    use morse_sim::contract::data::{Dict, Fields};
    use morse_sim::description::DataKind;
    use morse_sim::prelude::*;
    use morse_sim::transport::stream::UnknownOptions;

    use super::*;
    use crate::format::Layout;

    #[derive(Data, Clone, Default)]
    struct Everything {
        /// A number.
        x: f64,
        /// A count.
        count: i64,
        /// A flag.
        on: bool,
        /// A text.
        status: String,
        /// A vector.
        speed: DVec3,
    }

    fn sample(data: &Everything) -> Sample<'_> {
        let euler = Euler { roll: 0.1, pitch: -0.2, yaw: 0.3 };
        let world_from_robot = Pose::from_euler(DVec3::new(1.0, -2.0, 0.123_456_7), euler);
        Sample {
            timestamp_s: 12.25,
            stamp_ns: 12_250_000_000,
            data,
            world_from_robot,
            world_from_component: Pose::IDENTITY,
            errors: None,
        }
    }

    fn written(layout: Layout) -> String {
        let data = Everything {
            x: 1e-7,
            count: 3,
            on: true,
            status: "it's".to_owned(),
            speed: DVec3::new(1.0, 0.0, 1e-5),
        };
        let mut out = String::new();
        record(&mut out, layout, Everything::FIELDS, 7, &sample(&data));
        out
    }

    #[test]
    fn a_record_is_a_paragraph() {
        assert_eq!(
            written(Layout::Paragraph),
            "==> Data at X,Y,Z: [1.000000 -2.000000 0.123457]yaw,pitch,roll: [0.300000 -0.200000 0.100000] | index 7 | time 12.25\n\
             \ttimestamp = 12.250000\n\tx = 0.000000\n\tcount = 3\n\ton = True\n\tstatus = \"it's\"\n\tspeed = [1.0, 0.0, 1e-05]\n"
        );
    }

    #[test]
    fn a_csv_record_is_one_line() {
        assert_eq!(written(Layout::Csv), "12.250000;0.000000;3;True;\"it's\";[1.0, 0.0, 1e-05];\n");
    }

    #[derive(Data, Clone, Default)]
    struct Joined {
        /// Readings by sensor.
        #[data(open)]
        readings: Dict,
    }

    #[test]
    fn open_values_follow_the_fields() {
        let pose = Map::from([("timestamp", 1.5), ("x", 2.0)]);
        let readings = Map::from([("robot.pose", Value::Map(pose)), ("joint", Value::Float(0.25))]);
        let data = Joined { readings: Dict(readings) };
        let sample = Sample {
            timestamp_s: 12.25,
            stamp_ns: 12_250_000_000,
            data: &data,
            world_from_robot: Pose::IDENTITY,
            world_from_component: Pose::IDENTITY,
            errors: None,
        };
        let mut out = String::new();
        record(&mut out, Layout::Csv, Joined::FIELDS, 7, &sample);
        assert_eq!(out, "12.250000;{'timestamp': 1.5, 'x': 2.0};0.250000;\n");
        out.clear();
        record(&mut out, Layout::Paragraph, Joined::FIELDS, 7, &sample);
        assert!(out.ends_with("\trobot.pose = {'timestamp': 1.5, 'x': 2.0}\n\tjoint = 0.250000\n"), "{out}");
    }

    #[test]
    fn nan_and_infinity_print_as_in_python() {
        let mut out = String::new();
        for number in [f64::NAN, f64::INFINITY, -0.0] {
            fixed(&mut out, number);
            out.push(' ');
        }
        assert_eq!(out, "nan inf -0.000000 ");
    }

    #[test]
    fn header_has_the_relative_position_of_the_sensor() {
        let quarter_turn = Euler { roll: 0.0, pitch: 0.0, yaw: std::f64::consts::PI };
        let spec = StreamSpec {
            component: "robot.pose",
            robot: "robot",
            parent: "robot",
            builder: None,
            level: "default",
            rate_hz: 60.0,
            properties: &Map::new(),
            component_class: "test.Sensor",
            class: "test.Stream",
            options: &Map::new(),
            encoded: false,
            fields: Everything::FIELDS,
            kind: DataKind::Record,
            layout: None,
            turns: false,
            robot_from_component: Pose::from_translation(DVec3::new(0.0, 0.0, 0.75)),
            world_from_robot: Pose::from_euler(DVec3::X, quarter_turn),
            enu_from_world: None,
            unknown: UnknownOptions::default(),
        };
        assert_eq!(
            header(&spec),
            "ROBOT robot || SENSOR robot.pose\n(distance, globalVector(3), localVector(3))\n\
             (0.75, Vector((0.0, 0.0, 1.0)), Vector((0.0, 0.0, 1.0)))\n\n"
        );
        let at_origin = StreamSpec { robot_from_component: Pose::IDENTITY, ..spec };
        assert!(header(&at_origin).contains("(0.0, Vector((0.0, 0.0, 0.0)), Vector((0.0, 0.0, 0.0)))"));
    }
}
