//! A session of the editor: the scene of the file, the operations on it, and a simulation at tick 0 that shows the result.

use morse::{Code, Diagnostic, LoadOptions, Options, Scene, SceneSource, Simulation};
use morse_scene::edit::{Edit, Operation, push};

use crate::commands::edit::scene_file::{Contents, EditedFile};
use crate::failure::Failure;
use crate::output::findings::{require_no_errors, show_findings};

/// Most changes that can be taken back.
const UNDO_MAX: usize = 200;

/// A state that undo or redo returns to, and the change that left it.
struct Step {
    title: String,
    operations: Vec<Operation>,
}

/// The scene with the operations.
struct Shown {
    scene: Scene,
    simulation: Simulation,
    findings: Vec<Diagnostic>,
}

/// A scene that is edited.
pub struct Session {
    file: EditedFile,
    options: LoadOptions,
    /// The scene without the operations.
    base: SceneSource,
    operations: Vec<Operation>,
    saved: Vec<Operation>,
    done: Vec<Step>,
    undone: Vec<Step>,
    shown: Shown,
}

impl Session {
    /// Loads the scene of a file, with the changes in its block.
    ///
    /// # Errors
    /// If the scene cannot run; its findings are printed. It needs no robot.
    pub fn open(file: EditedFile, options: LoadOptions) -> Result<Self, Failure> {
        let Contents { source: base, operations } = file.contents(&options)?;
        let shown = match shown(&file, &base, &operations, &options)? {
            Ok(shown) => shown,
            Err(findings) => {
                show_findings(file.scene(), &findings);
                require_no_errors(file.scene(), &findings)?;
                let path = file.scene().path.clone();
                return Err(Failure::Scene { path, errors: findings.len() });
            }
        };
        let saved = operations.clone();
        Ok(Self { file, options, base, operations, saved, done: Vec::new(), undone: Vec::new(), shown })
    }

    /// The file.
    pub fn file(&self) -> &EditedFile {
        &self.file
    }

    /// The scene with the operations.
    pub fn scene(&self) -> &Scene {
        &self.shown.scene
    }

    /// A simulation of the scene, which makes no step.
    pub fn simulation(&self) -> &Simulation {
        &self.shown.simulation
    }

    /// Findings of the checks of the document.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.shown.findings
    }

    /// All findings that `morse check` has. It assembles the scene once more.
    pub fn all_findings(&self) -> Vec<Diagnostic> {
        let obstacles = self.shown.scene.obstacles();
        self.shown.findings.iter().cloned().chain(obstacles).collect()
    }

    /// The operations so far.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Whether there are changes that the file does not have.
    pub fn is_unsaved(&self) -> bool {
        self.operations != self.saved
    }

    /// The change that undo takes back.
    pub fn undoable(&self) -> Option<&str> {
        self.done.last().map(|step| step.title.as_str())
    }

    /// The change that redo makes again.
    pub fn redoable(&self) -> Option<&str> {
        self.undone.last().map(|step| step.title.as_str())
    }

    /// Carries out an operation. With `amends` it belongs to the change before it, and is taken back with that.
    ///
    /// # Errors
    /// The errors of the checks, if the scene could not run with it; then nothing changes.
    pub fn change(&mut self, operation: Operation, amends: bool) -> Result<(), String> {
        let title = operation.title();
        let mut operations = self.operations.clone();
        push(&mut operations, operation);
        let before = self.take(operations)?;
        if !amends {
            self.done.push(Step { title, operations: before });
            let excess = self.done.len().saturating_sub(UNDO_MAX);
            self.done.drain(..excess);
        }
        self.undone.clear();
        Ok(())
    }

    /// Takes back the last change.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), String> {
        let step = self.done.pop().ok_or("there is nothing to take back")?;
        let operations = self.take(step.operations)?;
        self.undone.push(Step { title: step.title, operations });
        Ok(())
    }

    /// Makes the change again that was taken back last.
    ///
    /// # Errors
    /// If there is none.
    pub fn redo(&mut self) -> Result<(), String> {
        let step = self.undone.pop().ok_or("there is nothing to make again")?;
        let operations = self.take(step.operations)?;
        self.done.push(Step { title: step.title, operations });
        Ok(())
    }

    /// Reads the file again, and makes the changes of this session on it.
    ///
    /// # Errors
    /// If the file has no scene any more, or the changes do not fit it; then nothing changes.
    pub fn reload(&mut self) -> Result<(), String> {
        self.file.read().map_err(|error| error.to_string())?;
        let contents = self.file.contents(&self.options).map_err(|error| error.to_string())?;
        let new = shown(&self.file, &contents.source, &self.operations, &self.options);
        self.shown = new.map_err(|error| error.to_string())?.map_err(|findings| text_of(&findings))?;
        self.base = contents.source;
        self.saved = contents.operations;
        Ok(())
    }

    /// Saves the file.
    ///
    /// # Errors
    /// The problem; then the file stays as it is.
    pub fn save(&mut self) -> Result<(), String> {
        let document = self.shown.scene.document();
        self.file.save(&self.operations, document, &self.options).map_err(|error| error.to_string())?;
        self.saved.clone_from(&self.operations);
        Ok(())
    }

    /// Shows the scene with other operations, and returns the present ones.
    fn take(&mut self, operations: Vec<Operation>) -> Result<Vec<Operation>, String> {
        let new = shown(&self.file, &self.base, &operations, &self.options);
        self.shown = new.map_err(|error| error.to_string())?.map_err(|findings| text_of(&findings))?;
        Ok(std::mem::replace(&mut self.operations, operations))
    }
}

/// The scene with operations, or its findings if it cannot run.
fn shown(
    file: &EditedFile,
    base: &SceneSource,
    operations: &[Operation],
    options: &LoadOptions,
) -> Result<Result<Shown, Vec<Diagnostic>>, Failure> {
    let loaded = |options: &LoadOptions| {
        let mut document = base.document.clone();
        let edits = operations.iter().map(|operation| Edit { operation: operation.clone(), source: None });
        document.edits.extend(edits);
        Scene::of(
            file.scene().clone(),
            SceneSource { document, python_path: base.python_path.clone() },
            options,
        )
    };
    let mut scene = loaded(options)?;
    let findings = scene.diagnostics().to_vec();
    let is_empty = |finding: &Diagnostic| finding.code == Code::SceneNoRobot;
    if findings.iter().filter(|finding| finding.is_error()).all(is_empty) && !scene.can_run() {
        // A scene without robot cannot run; in the editor it gets its robots.
        scene = loaded(&LoadOptions { ignored: vec![Code::SceneNoRobot], ..options.clone() })?;
    }
    match scene.simulation(&Options::default()) {
        Ok(simulation) => Ok(Ok(Shown { scene, simulation, findings })),
        Err(error) => Ok(Err(error.diagnostics)),
    }
}

/// The errors of a list of findings as one text.
fn text_of(findings: &[Diagnostic]) -> String {
    let errors = findings.iter().filter(|finding| finding.is_error());
    let text = |finding: &Diagnostic| {
        let object = finding.object.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        let help = finding.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{object}{}{help}", finding.message)
    };
    errors.map(text).collect::<Vec<_>>().join("; ")
}
