//! The folder of a campaign: going on, torn lines, other campaigns, full disks.

use morse::ParameterValue;

use super::*;

struct Folder {
    folder: tempfile::TempDir,
    plan: Plan,
}

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.py"), "first").unwrap();
        let plan =
            Plan::parse("scenes = [\"a.py\"]\nduration_s = 1.0\nseeds = 5", false, folder.path()).unwrap();
        Self { folder, plan }
    }

    fn results(&self) -> PathBuf {
        self.folder.path().join("results")
    }

    fn open(&self) -> Result<Store, StoreError> {
        Store::open(&self.results(), &self.plan, false)
    }
}

fn record(run: u64) -> Record {
    Record {
        run,
        scene: "a.py".to_owned(),
        seed: run,
        parameters: [("mass".to_owned(), ParameterValue::Float(1.0))].into(),
        outcome: Outcome::Success,
        stop: Some("duration".to_owned()),
        error: None,
        attempts: 1,
        ticks: Some(60),
        simulated_s: Some(1.0),
        resumed_s: None,
        load_s: Some(0.1),
        wall_s: Some(0.2),
        digest: Some("00".to_owned()),
        recording: None,
        metrics: [("x".to_owned(), 2.0)].into(),
    }
}

#[test]
fn a_campaign_continues_with_its_unfinished_runs() {
    let folder = Folder::new();
    let mut store = folder.open().unwrap();
    store.add(&[record(3)]).unwrap();
    store.add(&[record(0)]).unwrap();
    drop(store);
    assert_eq!(folder.open().unwrap().done().iter().copied().collect::<Vec<_>>(), [0, 3]);
    let (plan, records) = Store::read(&folder.results()).unwrap();
    assert_eq!((plan, records), (folder.plan.clone(), vec![record(0), record(3)]));
    assert!(Store::open(&folder.results(), &folder.plan, true).unwrap().done().is_empty(), "begun again");
}

#[test]
fn a_result_without_the_newest_column_is_read() {
    let folder = Folder::new();
    drop(folder.open().unwrap());
    let line = serde_json::to_string(&record(2)).unwrap() + "\n";
    let before = line.replace("\"resumed_s\":null,", "");
    assert_ne!(line, before);
    std::fs::write(folder.results().join(RESULTS), before).unwrap();
    assert_eq!(Store::read(&folder.results()).unwrap().1, [record(2)]);
}

#[test]
fn a_torn_line_is_forgotten_and_overwritten() {
    let folder = Folder::new();
    let mut store = folder.open().unwrap();
    store.add(&[record(1)]).unwrap();
    drop(store);
    let path = folder.results().join(RESULTS);
    let whole = std::fs::read(&path).unwrap();
    for length in 1..whole.len() {
        std::fs::write(&path, [&whole[..], &whole[..length]].concat()).unwrap();
        let mut store = folder.open().unwrap();
        assert_eq!(store.done().iter().copied().collect::<Vec<_>>(), [1]);
        store.add(&[record(2)]).unwrap();
        drop(store);
        assert_eq!(Store::read(&folder.results()).unwrap().1, [record(1), record(2)]);
    }
    std::fs::write(&path, [&whole[..], b"no record\n"].concat()).unwrap();
    assert!(folder.open().unwrap_err().to_string().contains("line 2"));
}

#[test]
fn a_different_campaign_is_refused_with_its_differences() {
    let mut folder = Folder::new();
    drop(folder.open().unwrap());
    folder.plan.attempts = 9;
    drop(folder.open().unwrap());
    folder.plan.duration_s = 2.0;
    let problem = folder.open().unwrap_err().to_string();
    assert!(
        problem.contains("`duration_s` of the plan differs") && problem.contains("--restart"),
        "{problem}"
    );
    folder.plan.duration_s = 1.0;
    std::fs::write(folder.folder.path().join("a.py"), "second").unwrap();
    let problem = folder.open().unwrap_err().to_string();
    assert!(problem.contains("a.py was edited"), "{problem}");
}

#[test]
fn two_do_not_work_on_one_campaign() {
    let folder = Folder::new();
    let _first = folder.open().unwrap();
    assert!(matches!(folder.open(), Err(StoreError::InUse(_))));
}

#[test]
fn a_folder_without_campaign_is_named() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Store::read(folder.path()), Err(StoreError::None(_))));
}

#[test]
fn a_full_disk_is_reported_with_a_remedy() {
    let full = StoreError::File {
        action: "write",
        path: "runs.jsonl".into(),
        error: io::Error::from(io::ErrorKind::StorageFull),
    };
    assert!(full.to_string().contains("Make room, then start the same command again"), "{full}");
    let problem = write_whole(Path::new("/nowhere/at/all"), |_| Ok(())).unwrap_err().to_string();
    assert!(problem.starts_with("cannot write /nowhere/at/all"), "{problem}");
}
