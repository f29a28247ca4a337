//! Actuators: defaults that all kinds share, muscles and slider-cranks.

use super::*;
use crate::model::Activation;

fn actuators(defaults: &str, actuators: &str) -> Vec<crate::model::Actuator> {
    let text = format!(
        r#"<mujoco><compiler angle="radian"/><default>{defaults}</default><worldbody><site name="rail" zaxis="1 0 0"/>
          <body name="a" pos="1 0 0"><joint name="j" axis="0 1 0" range="-1 1"/><geom size="0.1"/><site name="pin" pos="0 0 0.2"/></body></worldbody>
          <actuator>{actuators}</actuator></mujoco>"#
    );
    read_text(&text).0.actuators
}

#[test]
fn kinds_of_actuators_share_ranges_and_gears_of_their_class() {
    let found = actuators(
        r#"<motor ctrlrange="-3 3" gear="5"/><default class="servo"><position kp="25" kv="3"/></default>"#,
        r#"<position joint="j" kp="9"/><position class="servo" joint="j"/><velocity class="servo" joint="j"/><general class="servo" joint="j"/>
           <position class="servo" joint="j" inheritrange="0.5"/>"#,
    );
    let [plain, servo, velocity, general, inherited] = &found[..] else { panic!("{found:?}") };
    for actuator in [plain, servo, velocity, general] {
        assert_eq!((actuator.command_range, actuator.gear), (Some([-3.0, 3.0]), 5.0));
    }
    assert_eq!((plain.gain, plain.bias), (9.0, [0.0, -9.0, 0.0]));
    assert_eq!((servo.gain, servo.bias), (25.0, [0.0, -25.0, -3.0]));
    // A short form of another kind begins with its own numbers.
    assert_eq!((velocity.gain, velocity.bias), (1.0, [0.0, 0.0, -1.0]));
    assert_eq!((general.gain, general.bias), (25.0, [0.0, -25.0, -3.0]));
    assert_eq!(inherited.command_range, Some([-0.5, 0.5]));
}

#[test]
fn short_forms_keep_the_gains_of_general() {
    let found = actuators(
        r#"<general gainprm="12" biastype="affine" biasprm="0 -12 -1"/>"#,
        r#"<position joint="j"/><velocity joint="j"/><motor joint="j"/>"#,
    );
    let [position, velocity, motor] = &found[..] else { panic!("{found:?}") };
    assert_eq!((position.gain, position.bias), (12.0, [0.0, -12.0, -1.0]));
    assert_eq!((velocity.gain, velocity.bias), (12.0, [0.0, 0.0, -12.0]));
    assert_eq!((motor.gain, motor.bias), (1.0, [0.0; 3]));
}

#[test]
fn muscles_have_their_forces_and_time_constants() {
    let found = actuators(
        r#"<muscle scale="150"/>"#,
        r#"<muscle joint="j" timeconst="0.02 0.05" force="30" lengthrange="0.1 0.3" ctrlrange="0 1"/>
           <general joint="j" dyntype="muscle" gaintype="muscle" biastype="muscle" dynprm="0.01 0.04 0.3" gainprm="0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2"
             biasprm="0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2"/>
           <general joint="j" gaintype="muscle" biastype="none"/>"#,
    );
    let [short, long, half] = &found[..] else { panic!("{found:?}") };
    assert_eq!(short.activation, Activation::Muscle { rise_s: 0.02, fall_s: 0.05, smoothing: 0.0 });
    let muscle = short.muscle.unwrap();
    assert_eq!((muscle.force, muscle.scale, short.length_range), (Some(30.0), 150.0, Some([0.1, 0.3])));
    let muscle = long.muscle.unwrap();
    assert_eq!((muscle.force, muscle.lengthening_max, long.is_simulated), (None, 1.2, true));
    assert!(half.muscle.is_none() && !half.is_simulated);
}

#[test]
fn slider_cranks_have_a_pin_and_an_axis() {
    let found = actuators("", r#"<motor cranksite="pin" slidersite="rail" cranklength="0.7" gear="2"/>"#);
    let crank = found[0].crank.unwrap();
    assert_eq!((crank.rod, found[0].gear, found[0].is_simulated), (0.7, 2.0, true));
    assert!((crank.slider.link_from_frame.transform_vector3(DVec3::Z)).abs_diff_eq(DVec3::X, 1e-12));
    let text = r#"<mujoco><worldbody><body><joint/><geom size="1"/><site name="s"/></body></worldbody>
      <actuator><motor cranksite="s" slidersite="s"/></actuator></mujoco>"#;
    assert!(error_of(text).contains("cranklength"), "{}", error_of(text));
}
