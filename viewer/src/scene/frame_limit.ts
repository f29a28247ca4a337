// Limits how often pictures are drawn without a graphics card: drawing then takes the processor from the simulation.

/** Share of the time that drawing may take while the run keeps its pace, and while a user moves the camera. */
const SHARE = 0.25;
const SHARE_DRAGGING = 0.5;
/** The smallest share, for a run that does not keep its pace. */
const SHARE_MIN = 0.03;
/** Shortest and longest time from one picture to the next. [ms] */
const PERIOD_MIN_MS = 33;
const PERIOD_MAX_MS = 250;

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
    this.share = isBehind ? Math.max(SHARE_MIN, this.share * 0.6) : Math.min(SHARE, this.share * 1.1);
  }

  /** Time from the begin of a picture to the begin of the next. [ms] */
  get periodMs(): number {
    const share = this.isDragging ? SHARE_DRAGGING : this.share;
    return Math.min(PERIOD_MAX_MS, Math.max(PERIOD_MIN_MS, this.costMs / share));
  }
}
