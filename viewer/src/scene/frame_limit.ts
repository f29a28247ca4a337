// Limits how often pictures are drawn without a graphics card: drawing then takes the processor from the simulation.

/** Share of the time that drawing takes at first. */
const SHARE = 0.25;
/** The smallest and the largest share, and the one while a user moves the camera. */
const SHARE_MIN = 0.03;
const SHARE_MAX = 0.8;
const SHARE_DRAGGING = 0.5;
/** Factors on the share while the run is too slow, and while it is not. */
const LESS = 0.6;
const MORE = 1.04;
/** Shortest and longest time from one picture to the next. [ms] */
const PERIOD_MIN_MS = 33;
const PERIOD_MAX_MS = 1000;

export class FrameLimit {
  /** Whether a user moves the camera or an object. */
  isDragging = false;
  private share = SHARE;
  private costMs = 0;

  /** Takes the time that a picture took. [ms] */
  drew(costMs: number): void {
    this.costMs += (costMs - this.costMs) * (this.costMs ? 0.2 : 1);
  }

  /** Draws less while the run is slower than it should be, and slowly more again when it is not. */
  adapt(isBehind: boolean): void {
    this.share = Math.min(SHARE_MAX, Math.max(SHARE_MIN, this.share * (isBehind ? LESS : MORE)));
  }

  /** Time from the begin of a picture to the begin of the next. [ms] */
  get periodMs(): number {
    const share = this.isDragging ? Math.max(SHARE_DRAGGING, this.share) : this.share;
    return Math.min(PERIOD_MAX_MS, Math.max(PERIOD_MIN_MS, this.costMs / share));
  }
}
