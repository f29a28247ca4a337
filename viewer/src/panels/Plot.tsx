// A field over the last half minute.

import { useEffect, useRef } from "preact/hooks";
import * as state from "../state";
import { colorOf } from "../scene/overlays";

const SPAN_S = 30;
const POINTS_MAX = 2000;

/** The numbers in a value that can be plotted: itself, or its parts with their names. */
export function numbersOf(value: unknown): [string, number][] {
  if (typeof value === "number") return [["", value]];
  if (typeof value === "boolean") return [["", Number(value)]];
  if (Array.isArray(value) && value.length <= 6 && value.every((item) => typeof item === "number"))
    return value.map((item: number, index) => ["xyzw"[index] ?? String(index), item]);
  if (value && typeof value === "object" && !Array.isArray(value)) {
    const parts = Object.entries(value).filter(([name, item]) => typeof item === "number" && !name.startsWith("$"));
    return parts.length <= 8 ? (parts as [string, number][]) : [];
  }
  return [];
}

export function Plot({ component, field, unit }: { component: string; field: string; unit: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const points = useRef<{ time: number; values: [string, number][] }[]>([]);
  const reading = state.readings.value.get(component);
  useEffect(() => {
    points.current = [];
  }, [component, field]);
  useEffect(() => {
    if (!reading || !canvas.current) return;
    const kept = points.current;
    const last = kept.at(-1);
    if (last && reading.time < last.time) kept.length = 0;
    if (!last || reading.time > last.time) kept.push({ time: reading.time, values: numbersOf(reading.fields[field]) });
    while (kept.length > POINTS_MAX || (kept.length && kept[0].time < reading.time - SPAN_S)) kept.shift();
    draw(canvas.current, kept, reading.time);
  }, [reading]);
  const names = points.current.at(-1)?.values.map(([name]) => name) ?? [];
  return (
    <figure class="plot">
      <figcaption>
        {field} {unit && <span class="unit">{unit}</span>}
        {names.length > 1 &&
          names.map((name, index) => (
            <span key={name} class="key" style={{ color: colorOf(index) }}>
              {name}
            </span>
          ))}
      </figcaption>
      <canvas ref={canvas} role="img" aria-label={`${field} over the last ${SPAN_S} s`} />
    </figure>
  );
}

function draw(canvas: HTMLCanvasElement, points: { time: number; values: [string, number][] }[], now: number): void {
  const ratio = devicePixelRatio;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext("2d");
  if (!pen || !points.length) return;
  const style = getComputedStyle(canvas);
  pen.scale(ratio, ratio);
  const all = points.flatMap(({ values }) => values.map(([, value]) => value)).filter(Number.isFinite);
  let [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = Math.max((high - low) * 0.08, Math.abs(high) * 1e-3, 1e-6);
  [low, high] = [low - margin, high + margin];
  const x = (time: number) => width - ((now - time) / SPAN_S) * width;
  const y = (value: number) => height - 4 - ((value - low) / (high - low)) * (height - 8);
  pen.strokeStyle = style.getPropertyValue("--line");
  pen.fillStyle = style.getPropertyValue("--faint");
  pen.font = "10px system-ui";
  for (const share of [0, 0.5, 1]) {
    const value = low + (high - low) * share;
    pen.beginPath();
    pen.moveTo(0, y(value));
    pen.lineTo(width, y(value));
    pen.stroke();
    pen.fillText(value.toPrecision(4), 2, y(value) + (share === 1 ? 11 : -3));
  }
  for (let index = 0; index < (points.at(-1)?.values.length ?? 0); index++) {
    pen.strokeStyle = colorOf(index);
    pen.lineWidth = 1.6;
    pen.beginPath();
    for (const { time, values } of points) {
      const value = values[index]?.[1];
      if (value !== undefined && Number.isFinite(value)) pen.lineTo(x(time), y(value));
    }
    pen.stroke();
  }
}
