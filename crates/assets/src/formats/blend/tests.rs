//! Tests of the Blender reader on small files made field by field.

mod hostile;
mod logic;
mod objects;

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use glam::DVec3;

use crate::formats::blend::read_alone;
use crate::formats::blend::sample::{Sample, Value};
use crate::model::{BodyType, Bounds, BoundsShape, DetectorKind, Property};
use crate::{Model, Warnings};

use Value::{Floats, Int, Pointer, Text};

const ONES: [f32; 3] = [1.0; 3];

const IDENTITY: [f32; 16] = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];

/// A plain object; the fields in `more` are set last.
fn object(sample: &mut Sample, name: &str, address: u64, kind: i64, more: &[(&str, Value<'_>)]) {
    let name = format!("OB{name}");
    let mut fields = vec![
        ("id.name", Text(&name)),
        ("type", Int(kind)),
        ("rotmode", Int(1)),
        ("size", Floats(&ONES)),
        ("dscale", Floats(&ONES)),
        ("parentinv", Floats(&IDENTITY)),
        ("obmat", Floats(&IDENTITY)),
        ("lay", Int(1)),
    ];
    fields.extend(more.iter().map(|(path, value)| {
        let value = match value {
            Int(value) => Int(*value),
            Floats(values) => Floats(values),
            Text(text) => Text(text),
            Pointer(address) => Pointer(*address),
        };
        (*path, value)
    }));
    sample.block("OB", "Object", address, &fields);
}

/// A square of 1 m at x from 1 to 2, as polygons.
fn square(sample: &mut Sample) {
    sample
        .block(
            "ME",
            "Mesh",
            0x200,
            &[
                ("id.name", Text("MESquare")),
                ("mvert", Pointer(0x210)),
                ("mpoly", Pointer(0x220)),
                ("mloop", Pointer(0x230)),
                ("totvert", Int(4)),
                ("totpoly", Int(1)),
                ("totloop", Int(4)),
            ],
        )
        .blocks_of(
            "DATA",
            "MVert",
            0x210,
            &[
                &[("co", Floats(&[1., 0., 0.]))],
                &[("co", Floats(&[2., 0., 0.]))],
                &[("co", Floats(&[2., 1., 0.]))],
                &[("co", Floats(&[1., 1., 0.]))],
            ],
        )
        .block("DATA", "MPoly", 0x220, &[("loopstart", Int(0)), ("totloop", Int(4)), ("mat_nr", Int(0))])
        .blocks_of(
            "DATA",
            "MLoop",
            0x230,
            &[&[("v", Int(0))], &[("v", Int(1))], &[("v", Int(2))], &[("v", Int(3))]],
        );
}

/// A file with many features: a body with properties and a radar, a mirrored mesh below it, a group and its instance,
/// an armature.
fn everything(pointer_bytes: usize) -> Vec<u8> {
    let mut sample = Sample::new(pointer_bytes);
    sample.block(
        "SC",
        "Scene",
        0x10,
        &[("id.name", Text("SCScene")), ("gm.gravity", Floats(&[9.8])), ("gm.ticrate", Int(60))],
    );
    object(
        &mut sample,
        "body",
        0x100,
        0,
        &[
            ("loc", Floats(&[0., 0., 0.1])),
            ("body_type", Int(3)),
            ("gameflag", Int(0x10c07)),
            ("collision_boundtype", Int(5)),
            ("mass", Floats(&[20.])),
            ("prop.first", Pointer(0x110)),
            ("sensors.first", Pointer(0x130)),
        ],
    );
    sample
        .block(
            "DATA",
            "bProperty",
            0x110,
            &[("next", Pointer(0x111)), ("name", Text("Object")), ("data", Int(1))],
        )
        .block(
            "DATA",
            "bProperty",
            0x111,
            &[("next", Pointer(0x112)), ("name", Text("Label")), ("type", Int(3)), ("poin", Pointer(0x120))],
        )
        .block(
            "DATA",
            "bProperty",
            0x112,
            &[("name", Text("size")), ("type", Int(2)), ("data", Int(i64::from(2.5_f32.to_bits())))],
        )
        .data(0x120, b"a box\0rest")
        .block(
            "DATA",
            "bSensor",
            0x130,
            &[("type", Int(7)), ("name", Text("Radar")), ("data", Pointer(0x131))],
        )
        .block(
            "DATA",
            "bRadarSensor",
            0x131,
            &[
                ("name", Text("Graspable")),
                ("angle", Floats(&[60.])),
                ("range", Floats(&[0.5])),
                ("axis", Int(2)),
            ],
        );
    object(
        &mut sample,
        "square",
        0x180,
        1,
        &[
            ("parent", Pointer(0x100)),
            ("data", Pointer(0x200)),
            ("rot", Floats(&[0., 0., std::f32::consts::FRAC_PI_2])),
            ("modifiers.first", Pointer(0x190)),
        ],
    );
    sample
        .block(
            "DATA",
            "MirrorModifierData",
            0x190,
            &[("modifier.next", Pointer(0x191)), ("modifier.mode", Int(3)), ("flag", Int(1 << 3))],
        )
        .block("DATA", "BevelModifierData", 0x191, &[("modifier.mode", Int(3))]);
    square(&mut sample);
    object(
        &mut sample,
        "shown",
        0x300,
        0,
        &[("dup_group", Pointer(0x310)), ("transflag", Int(256)), ("loc", Floats(&[5., 0., 0.]))],
    );
    sample
        .block(
            "GR",
            "Group",
            0x310,
            &[
                ("id.name", Text("GRpair")),
                ("gobject.first", Pointer(0x320)),
                ("dupli_ofs", Floats(&[0., 0., 0.1])),
                ("layer", Int(1)),
            ],
        )
        .block("DATA", "GroupObject", 0x320, &[("next", Pointer(0x321)), ("ob", Pointer(0x100))])
        .block("DATA", "GroupObject", 0x321, &[("ob", Pointer(0x180))]);
    object(&mut sample, "arm", 0x400, 25, &[("data", Pointer(0x410)), ("pose", Pointer(0x420))]);
    sample
        .block("DATA", "bPose", 0x420, &[("chanbase.first", Pointer(0x421)), ("iksolver", Int(1))])
        .block(
            "DATA",
            "bPoseChannel",
            0x421,
            &[("name", Text("lower")), ("ikflag", Int(5 | 16)), ("limitmax", Floats(&[0., 1.5, 0.]))],
        )
        .block("AR", "bArmature", 0x410, &[("id.name", Text("ARArm")), ("bonebase.first", Pointer(0x430))])
        .block(
            "DATA",
            "Bone",
            0x430,
            &[
                ("name", Text("upper")),
                ("childbase.first", Pointer(0x431)),
                ("arm_tail", Floats(&[0., 0., 1.])),
                ("arm_mat", Floats(&IDENTITY)),
            ],
        )
        .block(
            "DATA",
            "Bone",
            0x431,
            &[
                ("name", Text("lower")),
                ("arm_head", Floats(&[0., 0., 1.])),
                ("arm_tail", Floats(&[0., 0., 2.])),
                ("arm_mat", Floats(&IDENTITY)),
            ],
        );
    object(
        &mut sample,
        "tool",
        0x480,
        0,
        &[
            ("parent", Pointer(0x400)),
            ("partype", Int(7)),
            ("parsubstr", Text("lower")),
            ("obmat", Floats(&[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 2.5, 1.])),
        ],
    );
    sample.bytes()
}

fn read(bytes: &[u8]) -> (Model, Vec<String>) {
    let mut warnings = Warnings::default();
    let model = read_alone(bytes, &mut warnings).unwrap();
    (model, warnings.into_messages())
}

#[test]
fn both_pointer_sizes_give_the_same_model() {
    for pointer_bytes in [4, 8] {
        let (model, _) = read(&everything(pointer_bytes));
        let body = &model.nodes[model.find("body").unwrap().index()];
        assert_eq!(body.physics.body, BodyType::RigidBody);
        assert_eq!(body.physics.bounds, Bounds::Fitted(BoundsShape::ConvexHull));
        assert!(body.physics.flags.actor && body.physics.flags.compound && !body.physics.flags.ghost);
        assert_eq!(body.physics.mass, 20.0);
        assert_eq!(body.property("Object"), Some(&Property::Bool(true)));
        assert_eq!(body.property("Label"), Some(&Property::String("a box".to_owned())));
        assert_eq!(body.property("size"), Some(&Property::Float(2.5)));
        let DetectorKind::Radar { angle, axis, .. } = body.detectors[0].kind else { panic!("a radar") };
        assert!((angle - 60_f64.to_radians()).abs() < 1e-6 && axis == DVec3::Z);
        assert_eq!(model.scene.as_ref().unwrap().tick_rate, 60);
    }
}

#[test]
fn a_compressed_file_reads_as_a_plain_one() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&everything(8)).unwrap();
    let (model, _) = read(&encoder.finish().unwrap());
    assert_eq!(model.objects().count(), 5);
}
