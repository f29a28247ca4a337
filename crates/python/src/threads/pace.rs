//! Decides whether helper threads make a team faster: beside programs that use the same processors, they may not.

use std::time::Duration;

/// Time over which the speed is measured. The system lets a thread run for some milliseconds at a time.
const BLOCK: Duration = Duration::from_millis(40);
/// Blocks between two trials of the other way: at first, and at most.
const BLOCKS_BETWEEN_TRIALS: [u32; 2] = [8, 128];
/// The other way is taken if it is faster by this factor.
const GAIN: f64 = 1.03;

/// A round that a team has done.
pub(super) struct Sample {
    /// Amount of work, in any unit.
    pub(super) amount: f64,
    pub(super) seconds: f64,
    /// Whether each thread did its share of the items, which is so on processors without other programs.
    pub(super) is_even: bool,
}

/// Compares both ways of working while the work goes on. All threads work together at first. While their shares are even,
/// they stay together; otherwise the calling thread works alone for a moment from time to time, and the faster way is kept.
pub(super) struct Pace {
    /// The way that is kept.
    is_together: bool,
    is_trial: bool,
    block: Block,
    /// Work per second of the way that is kept.
    speed: f64,
    blocks_to_trial: u32,
    blocks_between_trials: u32,
}

#[derive(Default)]
struct Block {
    amount: f64,
    seconds: f64,
    rounds: u32,
    even_rounds: u32,
}

impl Pace {
    pub(super) fn new() -> Pace {
        Pace {
            is_together: true,
            is_trial: false,
            block: Block::default(),
            speed: 0.0,
            blocks_to_trial: 0,
            blocks_between_trials: BLOCKS_BETWEEN_TRIALS[0],
        }
    }

    /// Whether the helpers are called to the next round.
    pub(super) fn is_together(&self) -> bool {
        self.is_together != self.is_trial
    }

    /// Notes a round.
    pub(super) fn note(&mut self, sample: &Sample) {
        self.block.amount += sample.amount;
        self.block.seconds += sample.seconds;
        self.block.rounds += 1;
        self.block.even_rounds += u32::from(sample.is_even);
        if self.block.seconds >= BLOCK.as_secs_f64() {
            let block = std::mem::take(&mut self.block);
            self.compare(block.amount / block.seconds, 10 * block.even_rounds >= 9 * block.rounds);
        }
    }

    /// Ends a block, with its speed and whether the shares of the threads were even.
    fn compare(&mut self, speed: f64, is_even: bool) {
        let [first, most] = BLOCKS_BETWEEN_TRIALS;
        if self.is_trial {
            self.is_trial = false;
            if speed > GAIN * self.speed {
                self.is_together = !self.is_together;
                self.speed = speed;
                self.blocks_between_trials = first;
            } else {
                self.blocks_between_trials = (2 * self.blocks_between_trials).min(most);
            }
            self.blocks_to_trial = self.blocks_between_trials;
            return;
        }
        // After a large change, the earlier speed is no longer valid.
        let has_changed = !(0.7 * self.speed..=1.4 * self.speed).contains(&speed);
        self.speed = if has_changed { speed } else { 0.5 * (self.speed + speed) };
        self.blocks_to_trial = self.blocks_to_trial.saturating_sub(1);
        self.is_trial = self.blocks_to_trial == 0 && !(self.is_together && is_even);
    }
}
