//! Fills in the template files of environments.

/// Values for the placeholders of a template.
pub struct Substitutions<'a> {
    /// Name of the environment and of its Python package.
    pub env: &'a str,
    /// Name of the component and of its module.
    pub name: &'a str,
    /// Name of the component's class.
    pub class: &'a str,
    /// One-line description of the component.
    pub description: &'a str,
}

impl Substitutions<'_> {
    /// Replaces the placeholders of a template.
    pub fn fill(&self, template: &str) -> String {
        let description = self.description.replace('\\', "\\\\").replace('"', "\\\"");
        let values = [
            ("@env@", self.env),
            ("@name@", self.name),
            ("@classname@", self.class),
            ("@short description@", &description),
        ];
        values.iter().fold(template.to_owned(), |text, (placeholder, value)| text.replace(placeholder, value))
    }
}
