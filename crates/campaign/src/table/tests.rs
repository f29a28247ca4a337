//! The table, read back with the reader of the same library, row by row.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use super::*;
use crate::store::Outcome;

#[test]
fn the_table_has_every_column_with_its_type() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), "").unwrap();
    let plan = "scenes = [\"a.py\"]\nduration_s = 1.0\nseeds = 2\n[parameters]\ncount = [1, 2]\nfast = [true]\n\
                mass = [1, 2.5]\nname = [\"é\", 3]\n[metrics]\nx = \"r.@x\"\n";
    let plan = Plan::parse(plan, false, folder.path()).unwrap();
    let done = Record {
        run: 0,
        scene: "a.py".to_owned(),
        seed: 7,
        parameters: [
            ("count".to_owned(), ParameterValue::Int(2)),
            ("fast".to_owned(), ParameterValue::Bool(true)),
            ("mass".to_owned(), ParameterValue::Int(1)),
            ("name".to_owned(), ParameterValue::Text("é".to_owned())),
        ]
        .into(),
        outcome: Outcome::Success,
        stop: Some("goal".to_owned()),
        error: None,
        attempts: 1,
        ticks: Some(60),
        simulated_s: Some(1.0),
        resumed_s: None,
        load_s: Some(0.1),
        wall_s: Some(0.2),
        digest: Some("00ff".to_owned()),
        recording: None,
        metrics: [("x".to_owned(), 2.5)].into(),
    };
    let failed = Record {
        run: 1,
        outcome: Outcome::Error,
        stop: None,
        error: Some("why".to_owned()),
        resumed_s: Some(0.5),
        digest: None,
        metrics: std::collections::BTreeMap::new(),
        ..done.clone()
    };
    let path = folder.path().join(FILE);
    write(&path, &plan, &[done, failed]).unwrap();
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2);
    let row = |index: usize, name: &str| {
        rows[index].get_column_iter().find(|(column, _)| *column == name).unwrap().1.clone()
    };
    assert_eq!(row(0, "run"), Field::Long(0));
    assert_eq!(row(0, "count"), Field::Long(2));
    assert_eq!(row(0, "fast"), Field::Bool(true));
    assert_eq!(row(0, "mass"), Field::Double(1.0));
    assert_eq!(row(0, "name"), Field::Str("é".to_owned()));
    assert_eq!(row(0, "x"), Field::Double(2.5));
    assert_eq!(row(0, "error"), Field::Null);
    assert_eq!((row(1, "x"), row(1, "digest")), (Field::Null, Field::Null));
    assert_eq!((row(0, "resumed_s"), row(1, "resumed_s")), (Field::Null, Field::Double(0.5)));
    assert_eq!(row(1, "error"), Field::Str("why".to_owned()));
    let names: Vec<_> = rows[0].get_column_iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names.len(), crate::plan::COLUMNS.len() + 4 + 1);
    assert!(crate::plan::COLUMNS.iter().all(|column| names.iter().any(|name| name == column)), "{names:?}");
}
