//! A GPU that draws pictures.

use std::num::NonZeroU64;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use morse_render::Picture;
use morse_render::device::{DeviceError, PictureDevice, PictureRequest};
use wgpu::{
    Adapter, Backends, BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingResource, BindingType, BufferBinding, BufferBindingType, BufferUsages,
    CommandEncoderDescriptor, ComputePassDescriptor, ComputePipeline, ComputePipelineDescriptor, Device,
    DeviceDescriptor, DeviceType, DownlevelFlags, Instance, InstanceDescriptor, MapMode,
    PipelineLayoutDescriptor, PollType, PowerPreference, Queue, RequestAdapterOptions,
    ShaderModuleDescriptor, ShaderSource, ShaderStages,
};

use crate::arena::Arena;
use crate::frame::{Arenas, Frame, Prepared};
use crate::job::Job;
use crate::shader::{GROUPS_ACROSS, SOURCE};
use crate::storage::Storage;
use crate::{Adapters, NoDevice};

/// Time after which a device that does not answer counts as lost.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Size of a job. [bytes]
const JOB_BYTES: u64 = size_of::<Job>() as u64;

/// A GPU that draws pictures.
pub(crate) struct GpuDevice {
    name: String,
    device: Device,
    queue: Queue,
    pipeline: ComputePipeline,
    memory: Mutex<Memory>,
    /// The first error that the device reported.
    failure: Arc<OnceLock<String>>,
}

/// The buffers of the device, and the data in them.
struct Memory {
    statics: Arena,
    texels: Arena,
    frame: Frame,
    jobs: Storage,
    statics_buffer: Storage,
    texels_buffer: Storage,
    frame_buffer: Storage,
    pixels: Storage,
    read_back: Storage,
}

/// The size of a batch.
#[derive(Clone, Copy)]
struct Extent {
    /// Words of all pixels.
    words: u64,
    /// Workgroups of all pictures.
    groups: u32,
}

impl GpuDevice {
    /// Opens the fastest GPU.
    ///
    /// # Errors
    /// [`NoDevice`] if none can be used.
    pub(crate) fn open(adapters: Adapters) -> Result<GpuDevice, NoDevice> {
        // The libraries of OpenGL print messages when they look for devices, so they come last.
        let adapter = adapter_of(Backends::PRIMARY).or_else(|_| adapter_of(Backends::SECONDARY))?;
        if adapters == Adapters::Hardware && adapter.get_info().device_type == DeviceType::Cpu {
            return Err(NoDevice::NotFound(format!("{} is software", adapter.get_info().name)));
        }
        GpuDevice::of(&adapter)
    }

    fn of(adapter: &Adapter) -> Result<GpuDevice, NoDevice> {
        let name = adapter.get_info().name;
        let refused = |reason: String| NoDevice::Refused { name: name.clone(), reason };
        if !adapter.get_downlevel_capabilities().flags.contains(DownlevelFlags::COMPUTE_SHADERS) {
            return Err(refused("it has no compute shaders".to_owned()));
        }
        let limits = adapter.limits();
        let descriptor = DeviceDescriptor { required_limits: limits.clone(), ..DeviceDescriptor::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| refused(error.to_string()))?;
        let failure = Arc::new(OnceLock::new());
        let reported = Arc::clone(&failure);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            reported.get_or_init(|| error.to_string());
        }));
        let reported = Arc::clone(&failure);
        device.set_device_lost_callback(move |reason, message| {
            reported.get_or_init(|| format!("{message} ({reason:?})"));
        });
        let pipeline = pipeline(&device);
        if let Some(reason) = failure.get() {
            return Err(refused(reason.clone()));
        }
        let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let storage =
            |what, most| Storage::new(&device, what, BufferUsages::STORAGE | BufferUsages::COPY_DST, most);
        let read_back = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let memory = Memory {
            statics: Arena::default(),
            texels: Arena::default(),
            frame: Frame::default(),
            jobs: storage("the pictures of a batch", most),
            statics_buffer: storage("the meshes", most),
            texels_buffer: storage("the textures", most),
            frame_buffer: storage("the objects of a scene", most),
            pixels: Storage::new(
                &device,
                "the pixels of a batch",
                BufferUsages::STORAGE | BufferUsages::COPY_SRC,
                most,
            ),
            read_back: Storage::new(&device, "the pixels of a batch", read_back, limits.max_buffer_size),
        };
        Ok(GpuDevice { name, device, queue, pipeline, memory: Mutex::new(memory), failure })
    }

    /// The error of the device, if it reported one.
    fn check(&self) -> Result<(), DeviceError> {
        self.failure.get().map_or(Ok(()), |reason| Err(DeviceError::Lost(reason.clone())))
    }

    fn bind(&self, memory: &Memory, pictures: usize) -> BindGroup {
        let entries = [
            // The shader finds the number of pictures by the size of the binding.
            entry_of(0, &memory.jobs, NonZeroU64::new(JOB_BYTES * pictures as u64)),
            entry_of(1, &memory.statics_buffer, None),
            entry_of(2, &memory.texels_buffer, None),
            entry_of(3, &memory.frame_buffer, None),
            entry_of(4, &memory.pixels, None),
        ];
        self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries,
        })
    }

    /// Uploads the data of a batch, and makes room for its pictures.
    fn upload(&self, memory: &mut Memory, prepared: &[Prepared], words: u64) -> Result<(), DeviceError> {
        let (device, queue) = (&self.device, &self.queue);
        memory.statics_buffer.follow(device, queue, &mut memory.statics)?;
        memory.texels_buffer.follow(device, queue, &mut memory.texels)?;
        memory.frame_buffer.upload(device, queue, &memory.frame.words)?;
        let jobs: Vec<Job> = prepared.iter().map(|prepared| prepared.job).collect();
        memory.jobs.upload(device, queue, bytemuck::cast_slice(&jobs))?;
        memory.pixels.reserve(device, 4 * words)?;
        memory.read_back.reserve(device, 4 * words)?;
        Ok(())
    }

    /// Runs the shader for all pictures in one dispatch, and waits for the pixels.
    fn run(
        &self,
        memory: &Memory,
        pictures: usize,
        Extent { words, groups }: Extent,
    ) -> Result<(), DeviceError> {
        let group = self.bind(memory, pictures);
        let mut encoder = self.device.create_command_encoder(&CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(groups.min(GROUPS_ACROSS), groups.div_ceil(GROUPS_ACROSS), 1);
        }
        encoder.copy_buffer_to_buffer(&memory.pixels.buffer, 0, &memory.read_back.buffer, 0, 4 * words);
        let submission = self.queue.submit([encoder.finish()]);
        self.check()?;
        let (sender, receiver) = sync_channel(1);
        memory.read_back.buffer.map_async(MapMode::Read, 0..4 * words, move |result| {
            // The receiver waits in this function, or has returned an error.
            let _ = sender.send(result);
        });
        let wait = PollType::Wait { submission_index: Some(submission), timeout: Some(TIMEOUT) };
        self.device.poll(wait).map_err(|error| DeviceError::Lost(error.to_string()))?;
        self.check()?;
        match receiver.try_recv() {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(DeviceError::Lost(error.to_string())),
            Err(error) => Err(DeviceError::Lost(error.to_string())),
        }
    }

    /// Copies the pixels to the pictures.
    fn read(
        &self,
        memory: &Memory,
        prepared: &[Prepared],
        (requests, pictures): (&[PictureRequest<'_>], &mut [&mut Picture]),
        words: u64,
    ) -> Result<(), DeviceError> {
        let buffer = &memory.read_back.buffer;
        let view =
            buffer.get_mapped_range(0..4 * words).map_err(|error| DeviceError::Lost(error.to_string()))?;
        let bytes: &[u8] = &view;
        let all: &[u32] = bytemuck::cast_slice(bytes);
        for ((Prepared { job, nodes }, request), picture) in prepared.iter().zip(requests).zip(pictures) {
            let [width, height] = job.size;
            picture.resize(width, height, request.style);
            let count = width as usize * height as usize;
            let plane = |number: usize| all.iter().skip(job.output as usize + number * count);
            for (pixel, &word) in picture.rgba.iter_mut().zip(plane(0)) {
                *pixel = word.to_le_bytes();
            }
            for (depth, (&bits, &instance)) in picture.depth.iter_mut().zip(plane(1).zip(plane(2))) {
                let is_node = (instance as usize) < nodes.len();
                *depth = if is_node { f32::from_bits(bits) } else { f32::INFINITY };
            }
            for (node, &instance) in picture.nodes.iter_mut().zip(plane(2)) {
                *node = nodes.get(instance as usize).copied();
            }
            let mut numbers = plane(3);
            for normal in &mut picture.normals {
                *normal = std::array::from_fn(|_| numbers.next().map_or(0.0, |&bits| f32::from_bits(bits)));
            }
        }
        drop(view);
        buffer.unmap();
        Ok(())
    }
}

impl PictureDevice for GpuDevice {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn draw(
        &self,
        requests: &[PictureRequest<'_>],
        pictures: &mut [&mut Picture],
    ) -> Result<(), DeviceError> {
        self.check()?;
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = &mut *memory;
        memory.statics.begin();
        memory.texels.begin();
        memory.frame.clear();
        let mut prepared = Vec::with_capacity(requests.len());
        let (mut words, mut groups) = (0, 0);
        for request in requests {
            let mut arenas = Arenas { statics: &mut memory.statics, texels: &mut memory.texels };
            let mut next = memory.frame.add(request, &mut arenas)?;
            next.job.output = u32::try_from(words).unwrap_or(u32::MAX);
            next.job.first_group = u32::try_from(groups).unwrap_or(u32::MAX);
            words += next.job.output_words();
            groups += next.job.groups();
            prepared.push(next);
        }
        if prepared.is_empty() {
            return Ok(());
        }
        self.upload(memory, &prepared, words)?;
        // The pixels of more workgroups would not fit into a buffer.
        let groups = u32::try_from(groups).unwrap_or(u32::MAX);
        self.run(memory, prepared.len(), Extent { words, groups })?;
        self.read(memory, &prepared, (requests, pictures), words)
    }
}

/// The fastest adapter behind some interfaces, among those that the environment variable `WGPU_BACKEND` allows.
fn adapter_of(backends: Backends) -> Result<Adapter, NoDevice> {
    let mut descriptor = InstanceDescriptor::new_without_display_handle_from_env();
    descriptor.backends &= backends;
    let options = RequestAdapterOptions {
        power_preference: PowerPreference::HighPerformance,
        ..RequestAdapterOptions::default()
    };
    pollster::block_on(Instance::new(descriptor).request_adapter(&options))
        .map_err(|error| NoDevice::NotFound(error.to_string()))
}

/// The binding of a buffer, or of its first bytes.
fn entry_of(binding: u32, storage: &Storage, size: Option<NonZeroU64>) -> BindGroupEntry<'_> {
    let resource = BindingResource::Buffer(BufferBinding { buffer: &storage.buffer, offset: 0, size });
    BindGroupEntry { binding, resource }
}

/// The pipeline of the shader.
fn pipeline(device: &Device) -> ComputePipeline {
    let module = device.create_shader_module(ShaderModuleDescriptor {
        label: Some("pictures"),
        source: ShaderSource::Wgsl(SOURCE.into()),
    });
    let entry = |binding: u32, ty: BufferBindingType| BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    };
    let read = BufferBindingType::Storage { read_only: true };
    let layout = device.create_bind_group_layout(&BindGroupLayoutDescriptor {
        label: None,
        entries: &[
            entry(0, read),
            entry(1, read),
            entry(2, read),
            entry(3, read),
            entry(4, BufferBindingType::Storage { read_only: false }),
        ],
    });
    let layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: Some("pictures"),
        layout: Some(&layout),
        module: &module,
        entry_point: Some("draw"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use morse_render::{Style, View};
    use morse_world::{NodeSpec, PhysicsSettings, Pose, Shape, Visual, World};

    use super::*;

    fn world() -> World {
        let mut world = World::new(PhysicsSettings::default());
        let wall = NodeSpec::new("wall").at(Pose::from_translation(DVec3::X * 5.0));
        let wall = world.add_node(wall).unwrap();
        world.set_visuals(wall, vec![Visual::new(Shape::Box { half_extents: DVec3::ONE })]).unwrap();
        world
    }

    fn draw(device: &GpuDevice, world: &World, size: [u32; 2]) -> Result<Picture, DeviceError> {
        let (view, style) = (View::perspective(Pose::IDENTITY, size, 0.2), Style::default());
        let mut picture = Picture::default();
        let request = PictureRequest { world, view: &view, directions: None, style: &style };
        device.draw(&[request], &mut [&mut picture])?;
        Ok(picture)
    }

    #[test]
    fn picture_beyond_the_limits_is_refused_and_the_next_one_is_drawn() {
        let Ok(device) = GpuDevice::open(Adapters::All) else { return };
        let most = device.memory.lock().unwrap().pixels.most;
        let world = world();
        let side = ((most / 12) as f64).sqrt() as u32 + 8;
        let refused = draw(&device, &world, [side, side]);
        assert!(matches!(refused, Err(DeviceError::TooLarge { .. })), "{most}: {:?}", refused.err());
        assert_eq!(draw(&device, &world, [9, 9]).unwrap().nodes[40], world.find("wall"));
    }

    #[test]
    fn destroyed_device_reports_its_loss() {
        let Ok(device) = GpuDevice::open(Adapters::All) else { return };
        let world = world();
        assert!(draw(&device, &world, [9, 9]).is_ok());
        device.device.destroy();
        for _ in 0..2 {
            assert!(matches!(draw(&device, &world, [9, 9]), Err(DeviceError::Lost(_))));
        }
    }
}
