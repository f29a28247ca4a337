// Colors of the nth of something, and of values between a least and a greatest one.

import * as THREE from "three";

const COLORS = ["#14b8a6", "#f59e0b", "#6366f1", "#ec4899", "#84cc16", "#06b6d4", "#ef4444", "#a855f7"];
/** From the least to the greatest value: the map "turbo" at seven places. */
const RAMP = ["#4662d7", "#36aaf9", "#1ae4b6", "#72fe5e", "#c7ef34", "#faba39", "#e44109"].map((it) => new THREE.Color(it));

/** The quantity that colors points. */
export const POINT_COLORS = ["sensor", "height", "range", "intensity"] as const;
export type PointColor = (typeof POINT_COLORS)[number];

/** A color for the nth of something. */
export function colorOf(index: number): string {
  return COLORS[index % COLORS.length];
}

/** The colors of values, from the least one to the greatest one. */
export function ramp(values: Float32Array): Float32Array {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const colors = new Float32Array(values.length * 3);
  const color = new THREE.Color();
  values.forEach((value, index) => {
    const place = high > low ? ((value - low) / (high - low)) * (RAMP.length - 1) : 0;
    const step = Math.min(Math.floor(place), RAMP.length - 2);
    color.lerpColors(RAMP[step], RAMP[step + 1], place - step).toArray(colors, index * 3);
  });
  return colors;
}
