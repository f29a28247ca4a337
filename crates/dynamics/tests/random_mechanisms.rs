//! Random mechanisms with equalities that contradict each other or are out of reach stay finite, with the settings of a scene.
#![allow(clippy::unwrap_used, clippy::panic)]

use glam::{DQuat, DVec3};
use morse_dynamics::{
    Contact, Data, EqualityKind, EqualitySpec, InertiaSpec, Input, JointKind, JointSpec, LinkSpec, Model,
    ModelSpec, Options, SolverParameters, State, Workspace, step,
};
use morse_geometry::Pose;

/// Number of mechanisms.
const SEEDS: u64 = 300;

/// Uniform random numbers by a linear congruential generator; Knuth, The Art of Computer Programming, 1997, section 3.3.4.
struct Random(u64);

impl Random {
    fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.uniform(0.0, count as f64) as usize).min(count - 1)
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| self.uniform(-size, size)))
    }

    fn pose(&mut self, size: f64) -> Pose {
        Pose { translation: self.vector(size), rotation: DQuat::from_scaled_axis(self.vector(2.0)) }
    }
}

/// Links in a chain or a tree, one to three equalities between them or with the world.
fn mechanism(random: &mut Random) -> ModelSpec {
    let count = 2 + random.below(9);
    let kinds: &[JointKind] = random.one_of(&[
        &[JointKind::Hinge][..],
        &[JointKind::Hinge, JointKind::Hinge, JointKind::Slide],
        &[JointKind::Hinge, JointKind::Ball],
        &[JointKind::Hinge, JointKind::Slide, JointKind::Ball],
    ]);
    let (ratio, damping) = (random.one_of(&[1.0f64, 10.0, 1000.0]), random.one_of(&[0.0, 0.01, 0.3]));
    let [is_free, is_tree, has_friction, has_limits] = std::array::from_fn(|_| random.below(2) == 0);
    let mut spec = ModelSpec::default();
    for number in 0..count {
        let mass = ratio.powf(random.uniform(-1.0, 0.0));
        let size = random.uniform(0.05, 0.4);
        let half = DVec3::new(0.5, random.uniform(0.02, 0.2), random.uniform(0.02, 0.2)) * size;
        let kind = if number == 0 && is_free { JointKind::Free } else { random.one_of(kinds) };
        let is_simple = matches!(kind, JointKind::Hinge | JointKind::Slide);
        let parent = if is_tree { random.below(number.max(1)) } else { number.max(1) - 1 };
        spec.links.push(LinkSpec {
            name: format!("link{number}"),
            parent: (number > 0).then(|| format!("link{parent}")),
            parent_from_link: random.pose(0.4),
            inertia: InertiaSpec {
                center: random.vector(1.0).normalize() * size * 0.5,
                ..InertiaSpec::cuboid(mass, half)
            },
            joint: JointSpec {
                name: format!("joint{number}"),
                kind,
                axis: random.vector(1.0).normalize(),
                damping: if kind == JointKind::Free { 0.0 } else { damping * mass },
                friction: if is_simple && has_friction { random.uniform(0.0, 1.0) } else { 0.0 },
                limits: (is_simple && has_limits)
                    .then(|| [random.uniform(-1.0, 0.0), random.uniform(0.0, 1.0)]),
                ..JointSpec::default()
            },
        });
    }
    let reach = random.one_of(&[0.3, 2.0, 20.0]);
    for number in 0..=random.below(3) {
        let (one, other) = (random.below(count), random.below(count + 1));
        let a = format!("link{one}");
        let b = (other != one && other < count).then(|| format!("link{other}"));
        let kind = if random.below(2) == 0 {
            EqualityKind::Connect { a, b, on_a: random.vector(0.3), on_b: random.vector(reach) }
        } else {
            let a_from_b = random.pose(reach);
            EqualityKind::Weld { a, b, a_from_b, on_b: random.vector(0.1), torque_scale: 1.0 }
        };
        let parameters = SolverParameters::default();
        spec.equalities.push(EqualitySpec { name: format!("equality{number}"), kind, parameters });
    }
    spec
}

#[test]
fn random_mechanisms_with_equalities_that_cannot_be_met_stay_finite() {
    let options =
        Options { rigid_limits: true, sliding_passes: 3, centered_bias: true, ..Options::default() };
    for seed in 0..SEEDS {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let spec = mechanism(&mut random);
        let links = spec.links.len();
        let model = Model::new(spec).unwrap();
        let (mut state, input, mut workspace) =
            (State::new(&model), Input::new(&model), Workspace::new(&model));
        let has_ground = random.below(3) == 0;
        // Points of the links touch the ground 1 m below.
        let mut find = |data: &Data, contacts: &mut Vec<Contact>| {
            for link in (0..links).filter(|_| has_ground) {
                let point = data.world_from_link(&model, link).translation;
                let distance = point.z + 1.0;
                if distance < 0.0 {
                    let middle = point - DVec3::Z * (0.5 * distance);
                    let contact = Contact::with_world(link, middle, DVec3::Z, distance, 0.8);
                    contacts.push(Contact { impedance_ratio: 1000.0, ..contact });
                }
            }
        };
        for _ in 0..400 {
            let report = step(&model, &options, &mut state, &input, &mut find, &mut workspace);
            report.unwrap_or_else(|error| panic!("seed {seed} at {} s: {error}", state.time));
        }
    }
}
