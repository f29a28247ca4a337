// Reads messages with poses, in the format of crates/viewer/src/pose_table.rs.

export const POSES = 1;
export const POINTS = 2;
export const IMAGE = 3;

const STEP_M = 1e-4;
const ROTATION_MAX = 16383;
const HEADER = 20;

export interface PosesMessage {
  tick: number;
  /** Wall time of the server. [ms] */
  wall: number;
  /** Simulated time. [s] */
  time: number;
}

/** Calls `take` for each node: parts of the position that did not change are undefined, and so is the rotation. */
export function readPoses(
  buffer: ArrayBuffer,
  take: (
    node: number,
    x: number | undefined,
    y: number | undefined,
    z: number | undefined,
    rotation: [number, number, number, number] | undefined,
  ) => void,
): PosesMessage {
  const view = new DataView(buffer);
  const bytes = new Uint8Array(buffer);
  const message = {
    tick: view.getUint32(4, true),
    wall: view.getUint32(8, true),
    time: view.getFloat64(12, true),
  };
  let at = HEADER;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  const meters = (): number => {
    const value = varint();
    return (value % 2 ? -(value + 1) / 2 : value / 2) * STEP_M;
  };
  let next = 0;
  while (at < bytes.length) {
    const node = next + varint();
    next = node + 1;
    const flags = bytes[at++];
    const x = flags & 1 ? meters() : undefined;
    const y = flags & 2 ? meters() : undefined;
    const z = flags & 4 ? meters() : undefined;
    take(node, x, y, z, flags & 8 ? rotation(bytes, at) : undefined);
    if (flags & 8) at += 6;
  }
  return message;
}

/** The three smallest parts in 15 bits each, after the index of the largest. */
function rotation(bytes: Uint8Array, at: number): [number, number, number, number] {
  const low = bytes[at] + bytes[at + 1] * 0x100 + bytes[at + 2] * 0x10000;
  const high = bytes[at + 3] + bytes[at + 4] * 0x100 + bytes[at + 5] * 0x10000;
  const whole = high * 0x1000000 + low;
  const largest = Math.floor(whole / 2 ** 45);
  const parts = [30, 15, 0].map((shift) => {
    const scaled = Math.floor(whole / 2 ** shift) % 0x8000;
    return (scaled - ROTATION_MAX) / ROTATION_MAX / Math.SQRT2;
  });
  const rest = Math.sqrt(Math.max(0, 1 - parts[0] ** 2 - parts[1] ** 2 - parts[2] ** 2));
  parts.splice(largest, 0, rest);
  return parts as [number, number, number, number];
}

/** The header of the points or the image of a reading. */
export interface BinaryReading {
  kind: number;
  component: string;
  /** Position, then the rotation as x, y, z, w. */
  pose: Float32Array;
  /** Where the content begins. */
  at: number;
}

/** Bits of the second byte of a message with points. */
const HAS_INTENSITIES = 1;
const HAS_MISSES = 2;
const TURNS = 4;

/** The points of a reading, in the frame of the sensor. */
export interface PointsReading extends BinaryReading {
  points: Float32Array;
  /** How strong the echo of each ray is. */
  intensities: Float32Array | null;
  /** 1 for each ray that hits nothing: its point is its end. */
  misses: Uint8Array | null;
  /** Whether the sensor turns on its robot. */
  turns: boolean;
}

export function readPoints(buffer: ArrayBuffer): PointsReading {
  const header = readHeader(buffer);
  const flags = new DataView(buffer).getUint8(1);
  const bytesOfPoint = 12 + (flags & HAS_INTENSITIES ? 4 : 0) + (flags & HAS_MISSES ? 1 : 0);
  const count = Math.floor((buffer.byteLength - header.at) / bytesOfPoint);
  const points = new Float32Array(buffer, header.at, count * 3);
  let at = header.at + count * 12;
  const intensities = flags & HAS_INTENSITIES ? new Float32Array(buffer, at, count) : null;
  if (intensities) at += count * 4;
  const misses = flags & HAS_MISSES ? new Uint8Array(buffer, at, count) : null;
  return { ...header, points, intensities, misses, turns: (flags & TURNS) !== 0 };
}

export function readHeader(buffer: ArrayBuffer): BinaryReading {
  const view = new DataView(buffer);
  const length = view.getUint16(2, true);
  const component = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  const pose = Math.ceil((4 + length) / 4) * 4;
  return { kind: view.getUint8(0), component, pose: new Float32Array(buffer, pose, 7), at: pose + 28 };
}
