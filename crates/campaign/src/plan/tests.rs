//! Tests of plans: allowed texts, errors, and the list of runs.

use std::collections::BTreeSet;

use morse::ParameterValue;

use super::*;

/// A folder with two scenes.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for scene in ["a.py", "b.py"] {
            std::fs::write(folder.path().join(scene), "").unwrap();
        }
        Self(folder)
    }

    fn parse(&self, text: &str) -> Result<Plan, String> {
        Plan::parse(text, false, self.0.path())
    }

    fn plan(&self, more: &str) -> Plan {
        self.parse(&format!("scenes = [\"a.py\"]\nduration_s = 1.0\n{more}")).unwrap()
    }

    fn problem(&self, more: &str) -> String {
        self.parse(&format!("scenes = [\"a.py\"]\nduration_s = 1.0\n{more}")).unwrap_err()
    }
}

#[test]
fn a_plan_has_each_combination_once() {
    let folder = Folder::new();
    let plan = folder.parse(
        "scenes = [\"a.py\", \"b.py\"]\nduration_s = 1.0\nseeds = [3, 5]\nsamples = 4\n\
         [parameters]\nspeed = [0.5, 1.0, 2.0]\nname = \"x\"\nmass = { low = 1.0, high = 2.0 }\n",
    );
    let runs = Runs::of(&plan.unwrap());
    assert_eq!(runs.len(), 2 * 2 * 4 * 3);
    let all: Vec<_> = runs.iter().collect();
    assert_eq!(all.len() as u64, runs.len());
    assert!(all.iter().enumerate().all(|(index, run)| run.run == index as u64));
    let different: BTreeSet<String> =
        all.iter().map(|run| format!("{:?} {:?} {}", run.scene, run.parameters, run.seed)).collect();
    assert_eq!(different.len(), all.len());
    assert_eq!((all[0].seed, all[1].seed), (3, 5));
    assert!(all.iter().all(|run| run.parameters["name"] == ParameterValue::Text("x".to_owned())));
    // Every value of a grid meets the same samples.
    let masses = |speed: f64| -> BTreeSet<String> {
        let of = |run: &&RunPlan<'_>| run.parameters["speed"] == ParameterValue::Float(speed);
        all.iter().filter(of).map(|run| run.parameters["mass"].to_string()).collect()
    };
    assert_eq!((masses(0.5).len(), masses(0.5)), (4, masses(2.0)));
}

#[test]
fn counted_seeds_begin_with_that_of_the_plan() {
    let plan = Folder::new().plan("seed = 40\nseeds = 3");
    assert_eq!(Runs::of(&plan).iter().map(|run| run.seed).collect::<Vec<_>>(), [40, 41, 42]);
}

#[test]
fn unknown_keys_are_reported_with_the_nearest_one() {
    let folder = Folder::new();
    assert_eq!(folder.problem("sceenes = []"), "unknown key `sceenes`; did you mean `scenes`?");
    let problem = folder.problem("samples = 2\n[parameters]\nmass = { low = 1.0, hihg = 2.0 }");
    assert_eq!(problem, "unknown key `parameters.mass.hihg`; did you mean `high`?");
    let problem = folder.problem("[[start]]\ncomponent = \"r\"\ncomand = {}");
    assert_eq!(problem, "unknown key `start.comand`; did you mean `command`?");
    assert!(folder.problem("zzz = 1").starts_with("unknown key `zzz`; known: attempts, checkpoint_s"));
}

#[test]
fn every_key_is_known() {
    let plan = serde_json::to_value(Folder::new().plan("")).unwrap();
    let keys: Vec<&String> = plan.as_object().unwrap().keys().collect();
    assert_eq!(
        keys.iter().map(|key| key.as_str()).collect::<BTreeSet<_>>(),
        keys::PLAN.into_iter().collect()
    );
}

#[test]
fn every_problem_of_a_plan_is_reported() {
    let folder = Folder::new();
    for (more, problem) in [
        ("[parameters]\nmass = []", "`parameters.mass` is empty"),
        ("samples = 3", "`samples` has no effect"),
        ("[parameters]\nmass = { low = 1.0, high = 2.0 }", "need `samples`"),
        ("samples = 2\n[parameters]\nmass = { low = 2.0, high = 1.0 }", "`low` must be less than `high`"),
        (
            "samples = 2\n[parameters]\nmass = { low = 0.0, high = 1.0, log = true }",
            "more than 0 where `log`",
        ),
        ("samples = 2\n[parameters]\nmass = { choices = [] }", "`parameters.mass` is empty"),
        ("samples = 0\n[parameters]\nmass = { choices = [1] }", "`samples` is 0"),
        ("[parameters]\nmass = [nan]", "it is a finite number"),
        ("[parameters]\nseed = [1]", "\"seed\" is a column of every table"),
        ("[parameters]\nx = [1]\n[metrics]\nx = \"r.@x\"", "\"x\" is a parameter and a metric"),
        ("seeds = 0", "`seeds` is 0"),
        ("seeds = []", "`seeds` is empty"),
        ("seeds = [1, 1]", "a seed twice"),
        ("seeds = 20000000", "more than 10000000 runs"),
        ("attempts = 0", "`attempts` must be at least 1"),
        ("timeout_s = -1.0", "`timeout_s` must be more than 0"),
        ("checkpoint_s = -1.0", "`checkpoint_s` must be at least 0"),
        ("success = [\"goal\"]", "`success` names \"goal\", which ends no run"),
        ("success = [\"gaol\"]\n[stop]\ngoal = \"r.@x > 1\"", "did you mean `goal`?"),
        ("[stop]\nduration = \"r.@x > 1\"", "stands for another stop reason"),
        ("[stop]\ngoal = \"r.@x > far\"", "`parameters` has no \"far\""),
        ("[stop]\ngoal = \"r.@x\"", "is not a condition"),
        ("[stop]\ngoal = \"r.@yav > 1\"", "there is no @yav; did you mean `@yaw`?"),
        ("[metrics]\nx = \"mim(r.l.range_list)\"", "there is no statistic \"mim\"; did you mean `min`?"),
        ("[metrics]\nx = \"min(r.l.range_list\"", "the closing ) is missing"),
        ("[metrics]\nx = \"r\"", "is not a quantity"),
        (
            "[[start]]\ncomponent = \"r.m\"\ncommand = { v = { parameter = \"sped\" } }\n[parameters]\nspeed = 1",
            "did you mean `speed`?",
        ),
        ("record = \"some\"", "unknown variant `some`"),
    ] {
        let found = folder.problem(more);
        assert!(found.contains(problem), "{more}: {found}");
    }
    let found = folder.parse("scenes = []\nduration_s = 1.0").unwrap_err();
    assert!(found.contains("`scenes` is empty"), "{found}");
    let found = folder.parse("scenes = [\"c.py\"]\nduration_s = 1.0").unwrap_err();
    assert!(found.contains("c.py does not exist"), "{found}");
    assert!(folder.parse("scenes = [\"a.py\"]").unwrap_err().contains("missing field `duration_s`"));
    assert!(folder.parse("scenes = [").unwrap_err().contains("line 1"));
}

#[test]
fn quantities_and_conditions_are_written_as_they_are_read() {
    for text in ["r.pose.x", "min(r.sick.range_list)", "r.sick.range_list[3]", "mean(r.@yaw)", "time"] {
        assert_eq!(String::from(Metric::try_from(text.to_owned()).unwrap()), text);
    }
    for text in ["r.@x > 5", "min(r.sick.range_list) <= 0.25", "time != limit", "r.pose.x >= -1.5"] {
        assert_eq!(String::from(Condition::try_from(text.to_owned()).unwrap()), text);
    }
    let condition = Condition::try_from("r.@x>far".to_owned()).unwrap();
    assert_eq!(condition.parameter(), Some("far"));
    let given = [("far".to_owned(), ParameterValue::Int(3))].into();
    assert_eq!(String::from(condition.with(&given).unwrap()), "r.@x > 3");
    let given = [("far".to_owned(), ParameterValue::Text("x".to_owned()))].into();
    assert!(condition.with(&given).unwrap_err().contains("needs far to be a number"));
}

#[test]
fn statistics_ignore_values_that_are_not_numbers() {
    let numbers = [f64::NAN, 3.0, 1.0, 2.0];
    let of = |statistic: Statistic| statistic.of(numbers.iter().copied());
    assert_eq!((of(Statistic::First), of(Statistic::Last)), (Some(3.0), Some(2.0)));
    assert_eq!(
        (of(Statistic::Min), of(Statistic::Max), of(Statistic::Mean)),
        (Some(1.0), Some(3.0), Some(2.0))
    );
    assert_eq!(Statistic::Mean.of(std::iter::empty()), None);
}

#[test]
fn parameters_fill_the_start() {
    let plan = Folder::new().plan(
        "[[start]]\ncomponent = \"r.w\"\nservice = \"goto\"\narguments = [{ parameter = \"x\" }, 1, [{ parameter = \"x\" }]]\n\
         [[start]]\ncomponent = \"r.m\"\ncommand = { v = { parameter = \"x\" }, w = 0.5 }\n[parameters]\nx = 2.5",
    );
    assert_eq!(plan.names_of_parameters(), ["x".to_owned()].into());
    let parameters = [("x".to_owned(), ParameterValue::Float(2.5))].into();
    let actions: Vec<_> = plan.start.iter().map(|start| start.action(&parameters).unwrap()).collect();
    let json = serde_json::to_string(&actions).unwrap();
    assert!(json.contains("[2.5,1,[2.5]]") && json.contains("{\"v\":2.5,\"w\":0.5}"), "{json}");
    let neither = Start { component: "r".to_owned(), command: None, service: None, arguments: Vec::new() };
    assert!(neither.action(&parameters).unwrap_err().contains("either `command"));
}
