//! The page: complete, of its own, and with nothing of a plan taken for HTML.

use super::*;
use morse::ParameterValue;

#[test]
fn the_page_stands_alone_and_shows_everything() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), "").unwrap();
    let plan = "scenes = [\"a.py\"]\nduration_s = 1.0\nseeds = 10\n[parameters]\nmass = [1.0, 2.0]\n[metrics]\nx = \"r.@x\"\n";
    let plan = Plan::parse(plan, false, folder.path()).unwrap();
    let records: Vec<Record> = (0..20_u64)
        .map(|run| Record {
            run,
            scene: "a.py".to_owned(),
            seed: run,
            parameters: [("mass".to_owned(), ParameterValue::Float(1.0 + (run % 2) as f64))].into(),
            outcome: [Outcome::Success, Outcome::Failure, Outcome::Error][(run % 3) as usize],
            stop: (run % 3 != 2).then(|| "goal".to_owned()),
            error: (run % 3 == 2).then(|| "<script>alert(1)</script>".to_owned()),
            attempts: 1,
            ticks: Some(60),
            simulated_s: Some(1.0),
            resumed_s: (run == 4).then_some(0.5),
            load_s: Some(0.1),
            wall_s: Some(0.2),
            digest: None,
            recording: Some("recordings/run-000001.mcap".to_owned()),
            metrics: [("x".to_owned(), run as f64)].into(),
        })
        .collect();
    let page = page("my <campaign>", &plan, &records);
    // Stop reasons, success over the mass, a histogram of x, x over the mass.
    assert_eq!(page.matches("<svg").count(), 4);
    assert_eq!(page.matches("<circle").count(), 20);
    assert!(page.contains("<b>1</b>runs continued from a saved state"));
    assert!(page.contains("20 of 20") && page.contains("my &lt;campaign&gt;"));
    assert!(!page.contains("<script") && !page.contains("http"), "nothing comes from elsewhere");
    assert!(page.contains("&lt;script&gt;"));
    // Every line of the list: 6 errors and 7 failures.
    assert_eq!(page.matches("<tr><td>").count(), 13);
}

#[test]
fn nothing_is_a_page_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), "").unwrap();
    let plan =
        Plan::parse("scenes = [\"a.py\"]\nduration_s = 1.0\n[metrics]\nx = \"time\"", false, folder.path())
            .unwrap();
    assert!(page("empty", &plan, &[]).contains("0 of 1"));
}
