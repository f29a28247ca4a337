// Drives a robot with keys or a finger.

import { useLayoutEffect } from "preact/hooks";
import type { SceneObject } from "../protocol";
import type { Session } from "../session";
import * as state from "../state";

const PERIOD_MS = 50;
/** Sticks of gamepads rest near their middle. */
const DEAD_SHARE = 0.12;
const SPEED = 1.2;
const TURN = 1.0;
const STEER_RAD = 0.4;
const FORCE_N = 500;
const KEYS: Record<string, [number, number]> = {
  w: [1, 0],
  ArrowUp: [1, 0],
  s: [-1, 0],
  ArrowDown: [-1, 0],
  a: [0, 1],
  ArrowLeft: [0, 1],
  d: [0, -1],
  ArrowRight: [0, -1],
};

/** Class of actuators that read the keys of the simulator. */
const KEYBOARD = "Keyboard";
/** Share from which a stick counts as a held key. */
const HELD_SHARE = 0.5;

/** Commands for a share ahead and a share to the left, -1 to 1, by kind of data. */
const COMMANDS: Record<string, (ahead: number, left: number) => Record<string, number>> = {
  unicycle_velocity: (ahead, left) => ({ v: ahead * SPEED, w: left * TURN }),
  planar_velocity: (ahead, left) => ({ x: ahead * SPEED, y: 0, w: left * TURN }),
  rotorcraft_velocity: (ahead, left) => ({ vx: ahead * SPEED, vy: 0, vz: 0, vyaw: left * TURN }),
  steering: (ahead, left) => ({ steer: left * STEER_RAD, force: -ahead * FORCE_N, brake: ahead ? 0 : 50 }),
};

/** The left stick of the first gamepad as shares ahead and to the left; its cross counts fully. Null without one. */
function gamepad(): [number, number] | null {
  const pad = navigator.getGamepads().find((pad) => pad?.connected && pad.axes.length >= 2);
  if (!pad) return null;
  const axis = (value: number) => (Math.abs(value) < DEAD_SHARE ? 0 : -value);
  const pressed = (button: number) => Number(pad.buttons[button]?.pressed ?? false);
  // Buttons 12 to 15 of the standard layout are the cross: up, down, left, right.
  const cross: [number, number] = [pressed(12) - pressed(13), pressed(14) - pressed(15)];
  return cross[0] || cross[1] ? cross : [axis(pad.axes[1]), axis(pad.axes[0])];
}

/** The actuator by which a robot can be driven: one for velocities or steering, or else one that reads keys. */
export function driver(robot: string): SceneObject | undefined {
  const actuators = state.componentsOf(robot).filter((object) => object.kind === "actuator");
  const takesCommands = (object: SceneObject) => object.data !== null && object.data in COMMANDS;
  return actuators.find(takesCommands) ?? actuators.find((object) => object.class === KEYBOARD);
}

/** The keys of the simulator that stand for shares ahead and to the left. */
function keysFor(ahead: number, left: number): string[] {
  const keys: [boolean, string][] = [
    [ahead > HELD_SHARE, "Up"],
    [ahead < -HELD_SHARE, "Down"],
    [left > HELD_SHARE, "Left"],
    [left < -HELD_SHARE, "Right"],
  ];
  return keys.filter(([held]) => held).map(([, key]) => key);
}

export function Drive({ session }: { session: Session }) {
  const robot = state.robotOf(state.selected.value);
  const actuator = robot && driver(robot.name);
  const isDriving = state.driving.value && actuator !== undefined;
  useLayoutEffect(() => (isDriving ? drive(session, actuator) : undefined), [isDriving, actuator?.name]);
  if (!isDriving) return null;
  return (
    <div class="pad" aria-label="Driving pad">
      <div class="stick" />
      <p>
        Driving <strong>{robot?.name}</strong> · W A S D or gamepad
      </p>
    </div>
  );
}

function drive(session: Session, actuator: SceneObject): () => void {
  const held = new Set<string>();
  let finger: [number, number] | null = null;
  let stands = true;
  const command = COMMANDS[actuator.data ?? ""];
  let pressed = "";
  const hold = (keys: string[]): void => {
    // The simulator holds them until the next call.
    if (keys.join() === pressed) return;
    pressed = keys.join();
    session.connection.call("simulation", "hold_keys", [keys]);
  };
  const key = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (typing || !(name in KEYS) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "keydown") held.add(name);
    else held.delete(name);
  };
  const stick = document.querySelector<HTMLElement>(".stick");
  const point = (event: PointerEvent): void => {
    if (!stick) return;
    if (event.type === "pointerup" || event.type === "pointercancel") {
      finger = null;
      stick.style.setProperty("--x", "0px");
      stick.style.setProperty("--y", "0px");
      return;
    }
    if (event.type === "pointerdown") stick.setPointerCapture(event.pointerId);
    else if (!finger) return;
    const box = stick.getBoundingClientRect();
    const share = (value: number) => Math.max(-1, Math.min(1, value));
    const x = share((event.clientX - box.left - box.width / 2) / (box.width / 2));
    const y = share((event.clientY - box.top - box.height / 2) / (box.height / 2));
    finger = [-y, -x];
    stick.style.setProperty("--x", `${x * 34}px`);
    stick.style.setProperty("--y", `${y * 34}px`);
  };
  const release = (): void => held.clear();
  const timer = setInterval(() => {
    let [ahead, left] = finger ?? gamepad() ?? [0, 0];
    for (const name of held) {
      ahead += KEYS[name][0];
      left += KEYS[name][1];
    }
    if (!command) return hold(keysFor(ahead, left));
    const isStill = ahead === 0 && left === 0;
    // The command to stop is sent once.
    if (isStill && stands) return;
    stands = isStill;
    session.connection.command(actuator.name, command(ahead, left));
  }, PERIOD_MS);
  const pointers = ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const;
  addEventListener("keydown", key, true);
  addEventListener("keyup", key, true);
  addEventListener("blur", release);
  for (const name of pointers) stick?.addEventListener(name, point);
  return () => {
    clearInterval(timer);
    hold([]);
    removeEventListener("keydown", key, true);
    removeEventListener("keyup", key, true);
    removeEventListener("blur", release);
    for (const name of pointers) stick?.removeEventListener(name, point);
    if (!stands) session.connection.command(actuator.name, command(0, 0));
  };
}
