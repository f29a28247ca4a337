//! Closed forms of falls with drag, and of quadrotors near hover.

use crate::common::{FAKE, HZ, Run, Scene};
use crate::form::Form;

const GRAVITY: f64 = 9.81;
const QUADROTOR: &str = "morse.robots.quadrotor_dynamic.Quadrotor";
const ROTORS: &str = "quadrotor_dynamic_control.QuadrotorDynamicControl";
/// QuadrotorDynamicControl: thrust and torque per squared rotor speed [N s²/rad², N m s²/rad²], and the lever. [m]
const THRUST: f64 = 9.169e-6;
const TORQUE: f64 = 2.4e-7;
const LEVER: f64 = 0.18;
/// Mass [kg] and radius [m] of the flying body.
const MASS: f64 = 2.0;
const RADIUS: f64 = 0.35;

/// Default damping of linear and angular velocity: 4 % and 10 % per second. [1/s]
fn damping() -> (f64, f64) {
    (-(1.0_f64 - 0.04).ln(), -(1.0_f64 - 0.1).ln())
}

fn ball() -> Scene {
    Scene::new().ball(MASS, RADIUS).sensor("pose", "pose.Pose").sensor("velocity", "velocity.Velocity")
}

/// A fall with drag `c v²` and damping `k v`. For `v' = g - k v - a v²` with `a = c / m`, `w = exp(a x)` is the
/// solution of `w'' + k w' - a g w = 0`.
pub fn drag() -> Vec<Form> {
    let mut run = ball().actuator("drag", "drag.Drag").run();
    run.seconds(10.0).step(1);
    let (a, k, time_s) = (0.5 / MASS, damping().0, 10.0);
    let root = (k * k / 4.0 + a * GRAVITY).sqrt();
    let [fast, slow] = [root - k / 2.0, -root - k / 2.0];
    let [e_fast, e_slow] = [fast, slow].map(|rate: f64| (rate * time_s).exp());
    let w = (fast * e_slow - slow * e_fast) / (fast - slow);
    let rate = fast * slow * (e_slow - e_fast) / (fast - slow);
    vec![
        Form::new(
            "Drag, speed after a fall of 10 s [m/s]",
            -run.read("velocity", "world_linear_velocity.2"),
            rate / (a * w),
        ),
        Form::new("Drag, height of that fall [m]", 500.0 - run.read("pose", "z"), w.ln() / a),
    ]
}

/// Rotors that balance the weight exactly, and a flight with a command to stay.
pub fn hover() -> Vec<Form> {
    let scene = Scene::new().robot(QUADROTOR).at([0.0, 0.0, 10.0], 0.0).sensor("pose", "pose.Pose");
    let mut rotors = scene.actuator("rotors", ROTORS).run();
    assert!(rotors.command_vectors("rotors", &[("engines", &[hover_speed(); 4])]));
    rotors.seconds(10.0);
    let mut stabilized = stabilized(HZ);
    stabilized.seconds(10.0);
    [("QuadrotorDynamicControl", rotors), ("StabilizedQuadrotor", stabilized)]
        .map(|(name, run)| {
            Form::new(format!("{name}, height of a hover after 10 s [m]"), run.read("pose", "z"), 10.0)
        })
        .into()
}

fn stabilized(rate_hz: u32) -> Run {
    let scene = Scene::new().robot(FAKE).at([0.0, 0.0, 10.0], 0.0);
    flying(scene, "stabilized_quadrotor.StabilizedQuadrotor", rate_hz)
}

/// A robot with an actuator `flight` and a sensor, in a simulation with a given rate.
fn flying(scene: Scene, class: &str, rate_hz: u32) -> Run {
    let rate = f64::from(rate_hz);
    let scene = scene.sensor("pose", "pose.Pose").with("rate_hz", rate.into());
    scene.actuator("flight", class).with("rate_hz", rate.into()).run()
}

/// A proportional-derivative controller on a damped mass: `y'' = p (u - y) + d u' - k y'`.
#[derive(Clone, Copy)]
struct LinearModel {
    p: f64,
    /// Zero if the controller uses the rate of `y` instead of the rate of the error.
    d: f64,
    k: f64,
}

impl LinearModel {
    /// Its step response.
    fn step(self, time_s: f64) -> f64 {
        let decay = self.k / 2.0;
        let damped = (self.p - decay * decay).sqrt();
        let (sin, cos) = (damped * time_s).sin_cos();
        // The initial rate is `d`, because the error makes a step.
        1.0 - (-decay * time_s).exp() * (cos + (decay - self.d) / damped * sin)
    }
}

/// Measured and expected value at the largest deviation of a step response from its linear model in ten seconds. `model`
/// gives the expected value at a time [s].
fn farthest(run: &mut Run, field: &str, rate_hz: u32, model: impl Fn(f64) -> f64) -> [f64; 2] {
    let start = run.step(1).read("pose", field);
    let mut worst = [0.0; 2];
    for tick in 1..=10 * rate_hz {
        let found = run.step(1).read("pose", field) - start;
        let expected = model(f64::from(tick) / f64::from(rate_hz));
        if (found - expected).abs() >= f64::abs(worst[0] - worst[1]) {
            worst = [found, expected];
        }
    }
    worst
}

/// Speed at which each of four rotors balances a quarter of the weight. [rad/s]
fn hover_speed() -> f64 {
    (MASS * GRAVITY / (4.0 * THRUST)).sqrt()
}

/// Rotors with slightly changed speeds, in open loop: near hover, forces and torques change by `2 w dw` per rotor, and
/// only damping acts against the motion: `y'' = u - k y'`.
pub fn rotors() -> Vec<Form> {
    let hover = hover_speed();
    // A ball whose moments of inertia are scaled by 0.4.
    let inertia = 0.4 * 0.4 * MASS * RADIUS * RADIUS;
    let (linear, angular) = damping();
    let form = |name: &str, unit: &str, field: &str, change: [f64; 4], start: f64, damping: f64| {
        let scene = Scene::new().ball(MASS, RADIUS).sensor("pose", "pose.Pose");
        let mut run = scene.actuator("rotors", ROTORS).run();
        assert!(run.command_vectors("rotors", &[("engines", &change.map(|more| hover + more))]));
        let model = |time_s: f64| start / damping * (time_s + (-damping * time_s).exp_m1() / damping);
        let [found, expected] = farthest(&mut run, field, HZ, model);
        let what =
            format!("QuadrotorDynamicControl, {name}, where it is farthest from the linear model [{unit}]");
        Form::new(what, found, expected).of(model(10.0))
    };
    let per_speed = 2.0 * hover;
    vec![
        form(
            "roll",
            "rad",
            "roll",
            [0.0, -0.1, 0.0, 0.1],
            per_speed * THRUST * LEVER * 0.2 / inertia,
            angular,
        ),
        form(
            "pitch",
            "rad",
            "pitch",
            [0.1, 0.0, -0.1, 0.0],
            per_speed * THRUST * LEVER * 0.2 / inertia,
            angular,
        ),
        form("yaw", "rad", "yaw", [-0.5, 0.5, -0.5, 0.5], per_speed * TORQUE * 2.0 / inertia, angular),
        form("climb", "m", "z", [1.0; 4], per_speed * THRUST * 4.0 / MASS, linear),
    ]
}

/// Step responses at a rate, such as the control rate of real quadrotors, or the default rate of a scene.
pub fn steps(rate_hz: u32) -> Vec<Form> {
    let form = |what: &str, unit: &str, [found, expected]: [f64; 2], step: f64| {
        let what = format!("{what} at {rate_hz} Hz, where it is farthest from the linear model [{unit}]");
        Form::new(what, found, expected).of(step)
    };
    let consigne =
        |theta_c: f64, h_c: f64| [("theta_c", theta_c), ("phi_c", 0.0), ("psi_c", 0.0), ("h_c", h_c)];
    // Angles of a stabilized quadrotor: 10 rad/s, damping 0.7.
    let mut run = stabilized(rate_hz);
    assert!(run.command("flight", &consigne(0.1, 10.0)));
    let model = LinearModel { p: 100.0, d: 0.0, k: 14.0 };
    let pitch = farthest(&mut run, "pitch", rate_hz, |time_s| 0.1 * model.step(time_s));
    // Its height: 9 / s² and 4.2 / s.
    let mut run = stabilized(rate_hz);
    assert!(run.command("flight", &consigne(0.0, 12.0)));
    let model = LinearModel { p: 9.0, d: 0.0, k: 4.2 };
    let climb = farthest(&mut run, "z", rate_hz, |time_s| 2.0 * model.step(time_s));
    // An attitude controller: the gains 100 and 20 are scaled by the thrust, which carries the weight.
    let thrust = MASS * GRAVITY / 40.0;
    let command = |roll: f64| [("roll", roll), ("pitch", 0.0), ("yaw", 0.0), ("thrust", thrust)];
    let mut run = flying(Scene::new().ball(MASS, RADIUS), "rotorcraft_attitude.RotorcraftAttitude", rate_hz);
    assert!(run.command("flight", &command(0.0)));
    run.step(1);
    assert!(run.command("flight", &command(0.1)));
    let [p, d] = [100.0 * thrust, 20.0 * thrust];
    let model = LinearModel { p, d, k: d + damping().1 };
    let roll = farthest(&mut run, "roll", rate_hz, |time_s| 0.1 * model.step(time_s));
    vec![
        form("StabilizedQuadrotor, pitch", "rad", pitch, 0.1),
        form("StabilizedQuadrotor, climb", "m", climb, 2.0),
        form("RotorcraftAttitude, roll", "rad", roll, 0.1),
    ]
}
