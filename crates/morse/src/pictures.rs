//! The renderer of the pictures of cameras: the CPU, or a GPU.

use std::str::FromStr;
use std::sync::Arc;

use morse_render::Renderer;
use morse_render_gpu::{Adapters, NoDevice, open};
use morse_sim::Simulation;
use serde::{Deserialize, Serialize};

/// The processor that draws pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureProcessor {
    /// A GPU if the computer has one and this program was built with the feature `gpu`, else the CPU.
    Auto,
    /// The CPU: the same bits on every computer.
    #[default]
    Cpu,
    /// A GPU, or a software renderer that acts as one.
    Gpu,
}

impl PictureProcessor {
    /// The words for the processors.
    pub const WORDS: [&str; 3] = ["auto", "cpu", "gpu"];

    /// Opens the processor; `None` for the CPU.
    ///
    /// # Errors
    /// [`NoDevice`] if a GPU is required, and there is none that can be used.
    pub fn open(self) -> Result<Option<Arc<Renderer>>, NoDevice> {
        let device = match self {
            PictureProcessor::Cpu => return Ok(None),
            PictureProcessor::Gpu => open(Adapters::All)?,
            PictureProcessor::Auto => match open(Adapters::Hardware) {
                Ok(device) => device,
                Err(reason) => {
                    tracing::info!("The CPU draws pictures: {reason}");
                    return Ok(None);
                }
            },
        };
        tracing::info!("A GPU draws pictures: {}", device.name());
        Ok(Some(Renderer::new(device)))
    }

    /// Opens the processor for the pictures of a simulation.
    ///
    /// # Errors
    /// As [`PictureProcessor::open`].
    pub fn attach(self, simulation: &mut Simulation) -> Result<(), NoDevice> {
        if let Some(renderer) = self.open()? {
            simulation.set_renderer(Some(renderer));
        }
        Ok(())
    }
}

impl FromStr for PictureProcessor {
    type Err = String;

    fn from_str(word: &str) -> Result<PictureProcessor, String> {
        match word {
            "auto" => Ok(PictureProcessor::Auto),
            "cpu" => Ok(PictureProcessor::Cpu),
            "gpu" => Ok(PictureProcessor::Gpu),
            _ => Err(format!("'{word}' is unknown; allowed are {}", PictureProcessor::WORDS.join(", "))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_is_the_default_and_needs_no_device() {
        assert_eq!(PictureProcessor::default(), PictureProcessor::Cpu);
        assert!(PictureProcessor::Cpu.open().unwrap().is_none());
        for word in PictureProcessor::WORDS {
            assert!(word.parse::<PictureProcessor>().is_ok());
        }
        assert!("fpga".parse::<PictureProcessor>().unwrap_err().contains("auto, cpu, gpu"));
    }

    #[cfg(not(feature = "gpu"))]
    #[test]
    fn program_without_the_renderer_refuses_gpu_and_draws_auto_by_the_cpu() {
        assert!(matches!(PictureProcessor::Gpu.open(), Err(NoDevice::NotBuilt)));
        assert!(PictureProcessor::Auto.open().unwrap().is_none());
    }
}
