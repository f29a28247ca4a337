// The values of pinned fields over time.

import { signal } from "@preact/signals";
import type { Reading } from "./protocol";

/** Longest time that is kept. [s] */
export const SPAN_MAX_S = 120;
const SAMPLES_MAX = 8000;

/** A field of a component. */
export interface Pin {
  component: string;
  field: string;
  unit: string;
}

export interface Sample {
  /** Simulated time. [s] */
  time: number;
  /** Its parts by name; a plain number has the name "". */
  values: [string, number][];
}

export const pins = signal<Pin[]>([]);
/** Grows with each sample. */
export const samplesTaken = signal(0);

const samples = new Map<string, Sample[]>();
const key = (component: string, field: string): string => `${component} ${field}`;

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

export function isPinned(component: string, field: string): boolean {
  return pins.value.some((pin) => pin.component === component && pin.field === field);
}

/** Plots a field from now on, or no longer. */
export function togglePin(pin: Pin): void {
  const { component, field } = pin;
  if (isPinned(component, field)) {
    pins.value = pins.value.filter((other) => other.component !== component || other.field !== field);
    samples.delete(key(component, field));
  } else {
    pins.value = [...pins.value, pin];
  }
}

export function samplesOf({ component, field }: Pin): Sample[] {
  return samples.get(key(component, field)) ?? [];
}

/** Takes a reading that was made at a simulated time. [s] */
export function take(reading: Reading, time: number): void {
  for (const { component, field } of pins.value) {
    if (component !== reading.component) continue;
    const kept = samples.get(key(component, field)) ?? [];
    samples.set(key(component, field), kept);
    // A recording went back.
    while (kept.length && kept[kept.length - 1].time > time) kept.pop();
    if (kept.length && kept[kept.length - 1].time === time) kept.pop();
    kept.push({ time, values: numbersOf(reading.fields[field]) });
    const first = kept.findIndex((sample) => sample.time >= time - SPAN_MAX_S);
    kept.splice(0, Math.max(first, kept.length - SAMPLES_MAX));
    samplesTaken.value++;
  }
}

/** Forgets all values, for another run. */
export function clear(): void {
  samples.clear();
  samplesTaken.value++;
}
