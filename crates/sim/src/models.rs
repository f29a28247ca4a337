//! The models of a scene, loaded by a function that the caller provides.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use morse_assets::model::Model;
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::{Document, ModelReference, Object, ObjectKind};
use morse_scene::nearest::did_you_mean;

/// A model file, as named by a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ModelFile<'a> {
    /// Name of the file: `robots/atrv`, `indoors-1/indoor-1`, `my_robots/rover.blend`.
    pub name: &'a str,
    /// The resource folder that the name may omit: `environments`, `robots`, `sensors`, `actuators`, `props`.
    pub category: &'static str,
}

impl<'a> ModelFile<'a> {
    /// The file of the environment of a scene.
    #[must_use]
    pub fn of_environment(document: &'a Document) -> ModelFile<'a> {
        ModelFile { name: &document.environment.file, category: "environments" }
    }

    fn of_object(name: &'a str, kind: ObjectKind) -> ModelFile<'a> {
        let category = match kind {
            ObjectKind::Robot => "robots",
            ObjectKind::Sensor => "sensors",
            ObjectKind::Actuator => "actuators",
            ObjectKind::Object | ObjectKind::Zone => "props",
        };
        ModelFile { name, category }
    }
}

/// The loaded models of a scene, by the names in the scene.
#[derive(Debug, Clone, Default)]
pub struct Models {
    by_file: BTreeMap<(&'static str, String), Arc<Model>>,
    /// Models in another keyframe than that of their file, or with a fixed base.
    variants: BTreeMap<Variant, Arc<Model>>,
    obstacles: Vec<Diagnostic>,
}

/// A model that differs from that of its file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Variant {
    category: &'static str,
    file: String,
    keyframe: Option<String>,
    fixed: bool,
}

impl Variant {
    /// The variant that a reference to a file asks for; `None` if it is the model of the file.
    fn of(file: ModelFile<'_>, reference: &ModelReference) -> Option<Self> {
        let ModelReference { keyframe, fixed, .. } = reference;
        (keyframe.is_some() || *fixed).then(|| Self {
            category: file.category,
            file: file.name.to_owned(),
            keyframe: keyframe.clone(),
            fixed: *fixed,
        })
    }
}

/// The error for a keyframe that a file does not have.
fn unknown_keyframe(file: &str, model: &Model, wanted: &str) -> String {
    let names: Vec<&str> = model.keyframes.iter().map(|keyframe| keyframe.name.as_str()).collect();
    if names.is_empty() {
        return format!("{file} has no keyframes, and the scene asks for '{wanted}'");
    }
    let meant =
        did_you_mean(wanted, names.iter().copied()).map(|meant| format!(": {meant}")).unwrap_or_default();
    format!("{file} has no keyframe '{wanted}'{meant}; it has {}", names.join(", "))
}

impl Models {
    /// Loads every model that a scene names, each file once.
    ///
    /// If `load` fails for a model, the error becomes a problem of the scene, reported at the place in the scene that
    /// names the model.
    pub fn of_scene<E: ToString>(
        document: &Document,
        mut load: impl FnMut(ModelFile<'_>) -> Result<Arc<Model>, E>,
    ) -> Models {
        let mut models = Models::default();
        let environment = &document.environment;
        let file = ModelFile::of_environment(document);
        if let Err(message) = models.load(file, &mut load) {
            let obstacle =
                Diagnostic::error(Code::RunEnvironment, format!("environment {:?}: {message}", file.name));
            models.obstacles.push(obstacle.at(environment.source.as_ref()));
        }
        let obstacles = models.add(&document.objects, load);
        models.obstacles.extend(obstacles);
        models
    }

    /// Loads the models of further objects, each file once. Returns a problem for each model that cannot be loaded.
    pub(crate) fn add<E: ToString>(
        &mut self,
        objects: &[Object],
        mut load: impl FnMut(ModelFile<'_>) -> Result<Arc<Model>, E>,
    ) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        let mut failed: BTreeMap<ModelFile<'_>, String> = BTreeMap::new();
        for object in objects {
            for reference in object.model.iter().chain(&object.parts) {
                let file = ModelFile::of_object(&reference.file, object.kind);
                let loaded =
                    failed.get(&file).map_or_else(|| self.load(file, &mut load), |text| Err(text.clone()));
                let loaded = loaded.map_err(|message| (message, true));
                let loaded =
                    loaded.and_then(|()| self.vary(file, reference).map_err(|message| (message, false)));
                if let Err((message, is_of_file)) = loaded {
                    if is_of_file {
                        failed.insert(file, message.clone());
                    }
                    let problem = Diagnostic::error(Code::RunModel, message);
                    problems.push(problem.on(&*object.name).at(object.source.as_ref()));
                }
            }
        }
        problems
    }

    fn load<E: ToString>(
        &mut self,
        file: ModelFile<'_>,
        load: &mut impl FnMut(ModelFile<'_>) -> Result<Arc<Model>, E>,
    ) -> Result<(), String> {
        let key = (file.category, file.name.to_owned());
        if let Entry::Vacant(place) = self.by_file.entry(key) {
            place.insert(load(file).map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    /// Makes the model of a file in the keyframe that an object names, with a fixed base if it asks for one.
    fn vary(&mut self, file: ModelFile<'_>, reference: &ModelReference) -> Result<(), String> {
        let Some(variant) = Variant::of(file, reference) else { return Ok(()) };
        if let (false, Some(model)) = (self.variants.contains_key(&variant), self.get(file)) {
            let mut varied = match &variant.keyframe {
                Some(keyframe) => model
                    .at_keyframe(keyframe)
                    .ok_or_else(|| unknown_keyframe(file.name, &model, keyframe))?,
                None => (*model).clone(),
            };
            if variant.fixed {
                varied.fix_base();
            }
            self.variants.insert(variant, Arc::new(varied));
        }
        Ok(())
    }

    /// Loads the environment and all further models of a document, each file once. Returns a problem for each model
    /// that cannot be loaded.
    pub(crate) fn add_scene<E: ToString>(
        &mut self,
        document: &Document,
        mut load: impl FnMut(ModelFile<'_>) -> Result<Arc<Model>, E>,
    ) -> Vec<Diagnostic> {
        let file = ModelFile::of_environment(document);
        let problem = self.load(file, &mut load).err().map(|message| {
            Diagnostic::error(Code::RunModel, format!("environment {:?}: {message}", file.name))
        });
        problem.into_iter().chain(self.add(&document.objects, load)).collect()
    }

    /// Adds a model of passive objects that does not come from a file, until [`Models::take_back`] removes it.
    pub(crate) fn lend(&mut self, name: &str, model: Arc<Model>) {
        let file = ModelFile::of_object(name, ObjectKind::Object);
        self.by_file.insert((file.category, name.to_owned()), model);
    }

    /// Removes a model that [`Models::lend`] added.
    pub(crate) fn take_back(&mut self, name: &str) {
        let file = ModelFile::of_object(name, ObjectKind::Object);
        self.by_file.remove(&(file.category, name.to_owned()));
    }

    /// Errors of models that could not be loaded.
    pub(crate) fn obstacles(&self) -> &[Diagnostic] {
        &self.obstacles
    }

    pub(crate) fn environment(&self, document: &Document) -> Option<Arc<Model>> {
        self.get(ModelFile::of_environment(document))
    }

    /// The model of an object, in the keyframe that it names, and fixed if it asks for it.
    pub(crate) fn of_object(&self, object: &Object, reference: &ModelReference) -> Option<Arc<Model>> {
        let file = ModelFile::of_object(&reference.file, object.kind);
        match Variant::of(file, reference) {
            None => self.get(file),
            Some(variant) => self.variants.get(&variant).cloned(),
        }
    }

    fn get(&self, file: ModelFile<'_>) -> Option<Arc<Model>> {
        self.by_file.get(&(file.category, file.name.to_owned())).cloned()
    }
}
