//! Filters of entities: by name, category, tags and bounds.

use morse_ros::messages::simulation_interfaces::{EntityFilters, EntityInfo, Result as Outcome, TagsFilter};
use regex_lite::Regex;

use crate::simulation_interfaces::bounds::Region;
use crate::simulation_interfaces::known::Known;
use crate::simulation_interfaces::results::failed;

/// A filter whose parts were checked.
pub struct Filter {
    name: Option<Regex>,
    categories: Vec<u8>,
    tags: Tags,
    region: Option<Region>,
}

/// A filter by tags whose mode was checked.
pub struct Tags(TagsFilter);

impl Tags {
    /// Checks the mode.
    ///
    /// # Errors
    /// When there is no such mode.
    pub fn new(filter: TagsFilter) -> Result<Self, Outcome> {
        match filter.filter_mode {
            TagsFilter::FILTER_MODE_ANY | TagsFilter::FILTER_MODE_ALL => Ok(Self(filter)),
            other => {
                Err(failed(Outcome::RESULT_OPERATION_FAILED, format!("the filter mode {other} is unknown")))
            }
        }
    }

    /// Whether something with these tags fits.
    #[must_use]
    pub fn fit(&self, tags: &[String]) -> bool {
        let mut wanted = self.0.tags.iter();
        match self.0.filter_mode {
            TagsFilter::FILTER_MODE_ALL => wanted.all(|tag| tags.contains(tag)),
            _ => self.0.tags.is_empty() || wanted.any(|tag| tags.contains(tag)),
        }
    }
}

impl Filter {
    /// Checks a filter.
    ///
    /// # Errors
    /// When the simulator does not have such filters, or one is wrong.
    pub fn new(filters: EntityFilters) -> Result<Self, Outcome> {
        let wrong = |reason: String| failed(Outcome::RESULT_OPERATION_FAILED, reason);
        let region = Region::new(&filters.bounds)?;
        let name = match filters.filter.as_str() {
            "" => None,
            text => {
                let regex = Regex::new(text);
                Some(regex.map_err(|error| wrong(format!("the filter is no regular expression: {error}")))?)
            }
        };
        let categories = filters.categories.iter().map(|category| category.category).collect();
        Ok(Self { name, categories, tags: Tags::new(filters.tags)?, region })
    }

    /// The part of the world in which entities must lie.
    #[must_use]
    pub fn region(&self) -> Option<&Region> {
        self.region.as_ref()
    }

    /// Whether an object is an entity that fits, wherever it is; `info` is what is known of it.
    #[must_use]
    pub fn fits(&self, known: &Known, info: &EntityInfo) -> bool {
        if !known.is_entity() || self.name.as_ref().is_some_and(|regex| !regex.is_match(&known.name)) {
            return false;
        }
        let is_category = self.categories.is_empty() || self.categories.contains(&info.category.category);
        is_category && self.tags.fit(&info.tags)
    }
}

#[cfg(test)]
mod tests {
    use morse_ros::messages::simulation_interfaces::EntityCategory;

    use super::*;

    fn known(name: &str, kind: &str, class: &str) -> Known {
        Known { name: name.into(), kind: kind.into(), class: class.into(), ..Known::default() }
    }

    fn names(filters: EntityFilters) -> Vec<String> {
        let all = [
            known("atrv", "robot", "ATRV"),
            known("bob", "robot", "Human"),
            known("chair", "object", "PassiveObject"),
            known("atrv.pose", "sensor", "Pose"),
        ];
        let filter = Filter::new(filters).unwrap();
        all.iter().filter(|known| filter.fits(known, &known.info())).map(|known| known.name.clone()).collect()
    }

    fn tags(tags: &[&str], filter_mode: u8) -> EntityFilters {
        let tags = tags.iter().map(|&tag| tag.to_owned()).collect();
        EntityFilters { tags: TagsFilter { tags, filter_mode }, ..EntityFilters::default() }
    }

    #[test]
    fn filters_apply_together() {
        assert_eq!(names(EntityFilters::default()), ["atrv", "bob", "chair"]);
        let named = |filter: &str| EntityFilters { filter: filter.into(), ..EntityFilters::default() };
        assert_eq!(names(named("^(a|b)[[:alpha:]]+$")), ["atrv", "bob"]);
        let people = vec![EntityCategory { category: EntityCategory::CATEGORY_HUMAN }];
        assert_eq!(names(EntityFilters { categories: people.clone(), ..named("") }), ["bob"]);
        assert!(names(EntityFilters { categories: people, ..named("a") }).is_empty());
        assert_eq!(names(tags(&["ATRV", "Human"], TagsFilter::FILTER_MODE_ANY)), ["atrv", "bob"]);
        assert!(names(tags(&["ATRV", "Human"], TagsFilter::FILTER_MODE_ALL)).is_empty());
    }

    #[test]
    fn wrong_filters_are_refused() {
        let code = |filters| Filter::new(filters).err().map(|outcome| outcome.result);
        let bad = EntityFilters { filter: "(".into(), ..EntityFilters::default() };
        assert_eq!(code(bad), Some(Outcome::RESULT_OPERATION_FAILED));
        assert_eq!(code(tags(&[], 7)), Some(Outcome::RESULT_OPERATION_FAILED));
    }
}
