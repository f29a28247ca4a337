// Pinned fields over time, one below the other, with one cursor.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Pin, pins, type Sample, samplesOf, SPAN_MAX_S, togglePin } from "../history";
import { colorOf } from "../scene/colors";
import * as state from "../state";
import { IconButton } from "./icons";
import { Panel } from "./Panel";

const SPANS_S = [10, 30, 60, SPAN_MAX_S];
/** Room for the numbers of the axes. [pixels] */
const LEFT_PX = 52;
const BOTTOM_PX = 16;
const FONT = "10px system-ui, sans-serif";

const span = signal(30);
/** Where the pointer is in a plot. [s of simulated time] */
const cursor = signal<number | null>(null);

export function Plots() {
  if (!pins.value.length) return null;
  const tools = (
    <select
      aria-label="Time that plots show"
      value={String(span.value)}
      onChange={(event) => (span.value = Number(event.currentTarget.value))}
    >
      {SPANS_S.map((seconds) => (
        <option key={seconds} value={String(seconds)}>
          {seconds} s
        </option>
      ))}
    </select>
  );
  return (
    <Panel name="plots" title="Plots" label="Plots" tools={tools}>
      <div class="plot-list">
        {pins.value.map((pin) => (
          <Plot key={`${pin.component} ${pin.field}`} pin={pin} />
        ))}
      </div>
    </Panel>
  );
}

function Plot({ pin }: { pin: Pin }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Drawn again when panels show new readings.
  const readings = state.readings.value;
  const samples = samplesOf(pin);
  const end = Math.max(samples.at(-1)?.time ?? 0, state.time.value);
  const at = cursor.value;
  const shown = at === null ? samples.at(-1) : nearest(samples, at);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, samples, end, span.value, at);
  }, [readings, end, span.value, at]);
  const point = (event: PointerEvent): void => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT_PX) / (box.width - LEFT_PX);
    cursor.value = share < 0 ? null : end - (1 - share) * span.value;
  };
  return (
    <figure class="plot">
      <figcaption>
        <span class="plot-name">
          {pin.component} <strong>{pin.field}</strong>
        </span>
        {(shown?.values ?? []).map(([name, value], index) => (
          <span key={name} class="key" style={{ color: colorOf(index) }}>
            {name} {value.toPrecision(4)}
          </span>
        ))}
        {pin.unit && <span class="unit">{pin.unit}</span>}
        {at !== null && shown && <span class="unit">at {shown.time.toFixed(2)} s</span>}
        <IconButton icon="close" title={`Plot ${pin.field} no longer`} onClick={() => togglePin(pin)} />
      </figcaption>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${pin.component} ${pin.field} over the last ${span.value} s`}
        onPointerMove={point}
        onPointerLeave={() => (cursor.value = null)}
      />
    </figure>
  );
}

function nearest(samples: Sample[], time: number): Sample | undefined {
  let best: Sample | undefined;
  for (const sample of samples)
    if (!best || Math.abs(sample.time - time) < Math.abs(best.time - time)) best = sample;
  return best;
}

function draw(canvas: HTMLCanvasElement, all: Sample[], end: number, spanS: number, at: number | null): void {
  const ratio = devicePixelRatio;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext("2d");
  const samples = all.filter(({ time }) => time >= end - spanS);
  if (!pen || !samples.length || width <= LEFT_PX) return;
  pen.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const [line, faint] = [style.getPropertyValue("--line"), style.getPropertyValue("--faint")];
  pen.font = FONT;
  pen.fillStyle = faint;
  let [low, high] = [Infinity, -Infinity];
  for (const { values } of samples)
    for (const [, value] of values) if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (low > high) return;
  const margin = Math.max((high - low) * 0.06, Math.abs(high) * 1e-3, 1e-6);
  [low, high] = [low - margin, high + margin];
  const x = (time: number) => LEFT_PX + (1 - (end - time) / spanS) * (width - LEFT_PX);
  const y = (value: number) => height - BOTTOM_PX - ((value - low) / (high - low)) * (height - BOTTOM_PX - 4);
  const stroke = (color: string, fromX: number, fromY: number, toX: number, toY: number): void => {
    pen.strokeStyle = color;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(fromX, fromY);
    pen.lineTo(toX, toY);
    pen.stroke();
  };
  pen.textAlign = "right";
  const stepY = niceStep((high - low) / 3);
  for (let value = Math.ceil(low / stepY) * stepY; value <= high; value += stepY) {
    stroke(line, LEFT_PX, y(value), width, y(value));
    pen.fillText(Number(value.toPrecision(6)).toString(), LEFT_PX - 5, y(value) + 3);
  }
  pen.textAlign = "center";
  const stepX = niceStep(spanS / 5);
  for (let time = Math.ceil((end - spanS) / stepX) * stepX; time <= end; time += stepX) {
    if (time < 0) continue;
    stroke(line, x(time), 0, x(time), height - BOTTOM_PX);
    pen.fillText(`${Number(time.toPrecision(6))} s`, Math.min(x(time), width - 14), height - 4);
  }
  const count = samples.at(-1)?.values.length ?? 0;
  for (let index = 0; index < count; index++) {
    pen.strokeStyle = colorOf(index);
    pen.lineWidth = 1.6;
    pen.beginPath();
    for (const { time, values } of samples) {
      const value = values[index]?.[1];
      if (value !== undefined && Number.isFinite(value)) pen.lineTo(x(time), y(value));
    }
    pen.stroke();
  }
  if (at !== null && at >= end - spanS && at <= end) stroke(faint, x(at), 0, x(at), height - BOTTOM_PX);
}

/** 1, 2 or 5 times a power of ten, not less than a number. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (([1, 2, 5, 10].find((step) => step * power >= least) ?? 10) * power);
}
