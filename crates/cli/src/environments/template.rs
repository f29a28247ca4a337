//! The template files of environments.

/// What stands for what in a template.
pub struct Substitutions<'a> {
    /// The environment's name, which is that of its Python package.
    pub env: &'a str,
    /// The component's name, which is that of its module.
    pub name: &'a str,
    /// The name of its class.
    pub class: &'a str,
    /// One line about it.
    pub about: &'a str,
}

impl Substitutions<'_> {
    /// A template with these words in it.
    pub fn fill(&self, template: &str) -> String {
        let about = self.about.replace('\\', "\\\\").replace('"', "\\\"");
        let words = [
            ("@env@", self.env),
            ("@name@", self.name),
            ("@classname@", self.class),
            ("@shortdesc@", &about),
        ];
        words.iter().fold(template.to_owned(), |text, (mark, word)| text.replace(mark, word))
    }
}
