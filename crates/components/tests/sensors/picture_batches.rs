//! Cameras announce their pictures, so that a device draws all pictures of a tick in one batch.

use std::sync::{Arc, Mutex};

use crate::common::cameras::{camera, image, mounted, pixel, with_box};
use crate::common::{Run, Scene};
use morse_render::device::{DeviceError, PictureDevice, PictureRequest, draw_announced};
use morse_render::{Picture, Renderer};
use serde_json::json;

const GREEN: [u8; 4] = [0, 200, 0, 255];

/// A device whose pictures are green, 2 m away. It remembers the number of pictures of each batch, and is lost after some batches.
struct Green {
    batches: Arc<Mutex<Vec<usize>>>,
    lost_after: usize,
}

impl PictureDevice for Green {
    fn name(&self) -> String {
        "test device".to_owned()
    }

    fn draw(
        &self,
        requests: &[PictureRequest<'_>],
        pictures: &mut [&mut Picture],
    ) -> Result<(), DeviceError> {
        let mut batches = self.batches.lock().unwrap();
        if batches.len() == self.lost_after {
            return Err(DeviceError::Lost("unplugged".to_owned()));
        }
        batches.push(requests.len());
        for (request, picture) in requests.iter().zip(pictures) {
            picture.resize(request.view.width, request.view.height, request.style);
            picture.rgba.fill(GREEN);
            picture.depth.fill(2.0);
            picture.nodes.fill(None);
        }
        Ok(())
    }
}

fn device(lost_after: usize) -> (Arc<Renderer>, Arc<Mutex<Vec<usize>>>) {
    let batches = Arc::<Mutex<Vec<usize>>>::default();
    (Renderer::new(Box::new(Green { batches: Arc::clone(&batches), lost_after })), batches)
}

/// Cameras of ten classes in front of a red box, all with readers.
fn cameras() -> Scene {
    cameras_of_which_the_first(true)
}

/// The same, with the property `capturing` of the first camera.
fn cameras_of_which_the_first(captures: bool) -> Scene {
    let size = json!({"cam_width": 16, "cam_height": 8, "cam_near": 0.1});
    let mut scene = camera("video_camera.VideoCamera", size.clone())
        .properties(json!({"capturing": captures}))
        .listen("camera");
    for (name, class) in [
        ("lens", "video_camera.LensVideoCamera"),
        ("depth", "depth_camera.DepthVideoCamera"),
        ("cloud", "depth_camera.DepthCamera"),
        ("segments", "segmentation_camera.SegmentationCamera"),
        ("normals", "normal_camera.NormalCamera"),
        ("heat", "thermal_camera.ThermalCamera"),
        ("events", "event_camera.EventCamera"),
        ("stereo", "depth_camera.StereoDepthVideoCamera"),
        ("flight", "depth_camera.TimeOfFlightDepthCamera"),
    ] {
        let sensor = scene.sensor(name, class).with("properties", size.clone());
        scene = sensor.with("rotation", mounted()).listen(name);
    }
    with_box(scene, "box", [5.0, 0.0, 1.0], [1.0, 10.0, 10.0], 0.0)
}

fn middle(run: &Run, camera: &str) -> [u8; 4] {
    pixel(image(run, camera), 8, 4)
}

#[test]
fn pictures_of_all_cameras_of_a_tick_are_one_batch() {
    for threads in [1, 3] {
        let (renderer, batches) = device(usize::MAX);
        let mut run = cameras().threads(threads).run();
        run.simulation.set_renderer(Some(renderer));
        run.step(3);
        assert_eq!(*batches.lock().unwrap(), [10, 10, 10], "{threads} threads");
        assert_eq!((middle(&run, "camera"), middle(&run, "lens")), (GREEN, GREEN));
        assert_eq!(f32::from_le_bytes(middle(&run, "depth")), 2.0);
    }
}

#[test]
fn cameras_draw_by_the_cpu_after_the_device_is_lost_in_the_middle_of_a_run() {
    let (renderer, batches) = device(2);
    let mut run = cameras().run();
    run.simulation.set_renderer(Some(renderer));
    run.step(2);
    assert_eq!(middle(&run, "camera"), GREEN);
    run.step(2);
    assert_eq!(*batches.lock().unwrap(), [10, 10]);
    let mut expected = cameras().run();
    expected.step(4);
    for name in ["camera", "lens", "depth", "segments", "normals"] {
        assert_eq!(image(&run, name), image(&expected, name), "{name}");
    }
}

#[test]
fn cameras_of_several_simulations_that_begin_a_step_are_one_batch() {
    let (renderer, batches) = device(usize::MAX);
    let mut runs = [(); 3].map(|()| cameras().run());
    for run in &mut runs {
        run.simulation.set_renderer(Some(renderer.for_another_world()));
    }
    for _ in 0..2 {
        runs.iter_mut().for_each(|run| run.simulation.begin_step());
        draw_announced(runs.iter().map(|run| run.simulation.world()));
        runs.iter_mut().for_each(|run| run.simulation.step());
    }
    assert_eq!(*batches.lock().unwrap(), [30, 30]);
    for run in &runs {
        assert_eq!(run.simulation.clock().tick(), 2);
        assert_eq!(middle(run, "camera"), GREEN);
    }
}

#[test]
fn step_that_was_begun_computes_the_state_of_a_plain_step() {
    let digest = |begins: bool| {
        let mut run = cameras().run();
        for _ in 0..3 {
            if begins {
                run.simulation.begin_step();
            }
            run.simulation.step();
        }
        run.digest()
    };
    assert_eq!(digest(true), digest(false));
}

#[test]
fn camera_that_captures_nothing_announces_nothing() {
    let (renderer, batches) = device(usize::MAX);
    let mut run = cameras_of_which_the_first(false).run();
    run.simulation.set_renderer(Some(renderer));
    run.step(1);
    assert_eq!(*batches.lock().unwrap(), [9]);
}
