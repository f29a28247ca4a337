// Brings together the connection, the scene and the signals of the page.

import { batch, effect } from "@preact/signals";
import { Connection } from "./connection";
import { IMAGE, POINTS, POSES, readHeader } from "./poses";
import {
  CLOUD_KINDS,
  CONTACTS,
  GOAL_KINDS,
  IMAGE_KINDS,
  PROTOCOL,
  SCAN_KINDS,
  type ComponentInfo,
  type SceneObject,
  type ServerMessage,
} from "./protocol";
import { World } from "./scene/world";
import * as state from "./state";

const LOG_MAX = 400;
/** Most sensors of a kind that are drawn at a time. */
const DRAWN_MAX = 24;
const PICTURES_MAX = 6;
/** How often numbers of the page change. [ms] */
const NUMBERS_MS = 250;

export class Session {
  readonly connection: Connection;
  readonly world: World;
  private run = "";
  private bytes = 0;
  private last = { at: 0, time: 0, bytes: 0, drawn: 0 };
  private newest = { time: 0, tick: 0 };
  private kinds = new Map<string, string>();
  private wall = 0;
  private seeking = false;
  /** Where to go when the last seek was answered: of many, only the last counts. */
  private seekNext: number | null = null;

  constructor(container: HTMLElement) {
    this.world = new World(container, {
      picked: (name) => this.select(name),
      placed: (name, position, rotation) => {
        const orientation = [rotation.x, rotation.y, rotation.z, rotation.w];
        void this.callAndTell("simulation", "set_entity_state", [name, position.toArray(), orientation]);
      },
      frame: (now) => this.frame(now),
    });
    this.connection = new Connection({
      message: (message) => this.take(message),
      binary: (buffer) => this.takeBinary(buffer),
      state: (connected) => {
        state.connection.value = connected;
        if (connected === "open") this.subscribe();
      },
    });
    this.world.nodes.prefetch();
    this.react();
    this.connection.open();
  }

  private react(): void {
    const { overlays } = state;
    effect(() => {
      const dark = state.isDark();
      document.documentElement.dataset.theme = dark ? "dark" : "light";
      if (state.theme.value === "auto") localStorage.removeItem("morse theme");
      else localStorage.setItem("morse theme", state.theme.value);
      this.world.setTheme(dark);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.world.setTheme(state.isDark());
      document.documentElement.dataset.theme = state.isDark() ? "dark" : "light";
    });
    effect(() => {
      const shown = overlays.value;
      this.world.overlays.showGrid(shown.grid);
      this.world.namesShown = shown.names;
      this.world.overlays.showZones(state.zones.value, shown.zones);
      this.world.overlays.showGoals(shown.goals);
      this.world.redraw();
    });
    effect(() => this.world.setShadows(overlays.value.shadows));
    effect(() => {
      const frames = overlays.value.frames;
      const listed = state.objects.value;
      if (!state.loading.value) this.world.overlays.showFrames(listed, frames);
      this.world.redraw();
    });
    effect(() => {
      const shown = overlays.value.bodies;
      // Again when objects come or go.
      void state.objects.value;
      if (state.loading.value) return;
      this.world.nodes.showBodies(shown).catch((error: unknown) => this.tell(String(error)));
    });
    effect(() => {
      // Read what the subscription depends on.
      void [overlays.value, state.selected.value, state.objects.value];
      this.subscribe();
    });
    effect(() => {
      const name = state.selected.value;
      const mode = state.cameraMode.value;
      void state.loading.value;
      this.world.select(name, state.moving.value);
      const subject = mode === "orbit" ? undefined : this.world.object(state.robotOf(name)?.name ?? name);
      this.world.view.set(mode, mode === "first person" ? (this.world.object(name) ?? subject) : subject);
      this.world.redraw();
    });
  }

  private wanted(kinds: string[], limit = DRAWN_MAX): string[] {
    const fitting = state.objects.value.filter((object) => object.data !== null && kinds.includes(object.data));
    // Those of the selected robot first.
    const robot = state.robotOf(state.selected.value)?.name;
    const own = (object: SceneObject) => Number(robot !== undefined && state.robotOf(object.name)?.name === robot);
    return fitting
      .sort((a, b) => own(b) - own(a))
      .slice(0, limit)
      .map((object) => object.name);
  }

  private subscribe(): void {
    const shown = state.overlays.value;
    const points = [
      ...(shown.scans ? this.wanted(SCAN_KINDS) : []),
      ...(shown.clouds ? this.wanted(CLOUD_KINDS, 4) : []),
    ];
    const pictures = shown.pictures ? this.wanted(IMAGE_KINDS, PICTURES_MAX) : [];
    const contacts = shown.contacts && !state.recording.value ? [CONTACTS] : [];
    const goals = shown.goals ? this.wanted(GOAL_KINDS, 16) : [];
    const selected = state.selected.value;
    const picked = selected && state.byName.value.get(selected)?.data ? [selected] : [];
    const all = [...new Set([...picked, ...contacts, ...points, ...pictures, ...goals])];
    this.world.overlays.keepPoints(new Set([...contacts, ...points, ...picked]));
    const kept = new Map([...state.pictures.value].filter(([name]) => pictures.includes(name) || picked.includes(name)));
    if (kept.size !== state.pictures.value.size) {
      for (const [name, url] of state.pictures.value) if (!kept.has(name)) URL.revokeObjectURL(url);
      state.pictures.value = kept;
    }
    this.connection.subscribe(all.slice(0, 64));
    this.world.redraw();
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        if (message.protocol !== PROTOCOL) return location.reload();
        batch(() => {
          state.hello.value = message;
          state.notice.value = null;
          state.loading.value = true;
          state.readings.value = new Map();
          if (this.run !== message.run) state.log.value = [];
        });
        document.title = `${message.scene} – MORSE`;
        this.run = message.run;
        this.last.time = 0;
        this.world.start(message);
        break;
      case "structure":
        this.world.nodes.remove(message.removed);
        this.kinds = new Map(message.objects.map((object) => [object.name, object.data ?? ""]));
        this.world.objects = message.objects;
        batch(() => {
          state.objects.value = message.objects;
          state.zones.value = message.zones;
          const { selected } = state;
          if (selected.value && !message.objects.some((object) => object.name === selected.value))
            this.select(null);
        });
        if (message.version > this.world.nodes.version) void this.load();
        break;
      case "status":
        state.status.value = message;
        if (message.eye) {
          this.world.view.moveEye(message.eye);
          this.world.redraw();
        }
        break;
      case "look":
        this.world.nodes.look(message);
        if (message.light) this.world.loaded();
        break;
      case "reading":
        state.readings.value = new Map(state.readings.value).set(message.component, message);
        if (state.overlays.value.goals) this.world.overlays.takeGoal(message);
        this.world.redraw();
        break;
      case "log":
        state.log.value = [...state.log.value, ...message.lines].slice(-LOG_MAX);
        break;
      case "error":
        this.tell(message.message);
        break;
      case "refused":
        state.notice.value = message.message;
        break;
      case "end":
        state.notice.value = state.recording.value
          ? "The recording is shown no more. This page goes on when `morse` is started again."
          : "The run has ended. This page goes on when the simulator is started again.";
        break;
    }
  }

  private async load(): Promise<void> {
    try {
      await this.world.nodes.load();
      this.world.loaded();
      state.loading.value = false;
    } catch (error) {
      state.notice.value = error instanceof Error ? error.message : String(error);
    }
  }

  private takeBinary(buffer: ArrayBuffer): void {
    this.bytes += buffer.byteLength;
    const kind = new Uint8Array(buffer, 0, 1)[0];
    if (kind === POSES) {
      const moment = this.world.nodes.take(buffer, performance.now());
      // A recording went back.
      if (moment.time < this.newest.time) this.world.overlays.clearTrails();
      this.newest = moment;
      const passed = moment.wall - this.wall;
      this.wall = moment.wall;
      if (passed > 0 && state.overlays.value.trails) this.world.redraw();
      return;
    }
    const reading = readHeader(buffer);
    if (kind === POINTS) {
      const isScan = SCAN_KINDS.includes(this.kinds.get(reading.component) ?? "");
      const index = [...this.kinds.keys()].indexOf(reading.component);
      this.world.overlays.takePoints(buffer, reading, isScan, index);
      this.world.redraw();
    } else if (kind === IMAGE) {
      const url = URL.createObjectURL(new Blob([new Uint8Array(buffer, reading.at)], { type: "image/jpeg" }));
      const old = state.pictures.value.get(reading.component);
      state.pictures.value = new Map(state.pictures.value).set(reading.component, url);
      // Until the next picture is shown.
      if (old) setTimeout(() => URL.revokeObjectURL(old), 1000);
    }
  }

  private frame(now: number): void {
    const robots = state.objects.value.filter((object) => object.kind === "robot");
    this.world.overlays.trace(robots, state.overlays.value.trails);
    const { last } = this;
    if (now - last.at < NUMBERS_MS) return;
    const seconds = (now - last.at) / 1000;
    batch(() => {
      state.time.value = this.newest.time;
      state.tick.value = this.newest.tick;
      if (last.time) {
        const factor = (this.newest.time - last.time) / seconds;
        state.pace.value += (Math.max(0, factor) - state.pace.value) * 0.4;
      }
      state.kilobytes.value += ((this.bytes - last.bytes) / 1000 / seconds - state.kilobytes.value) * 0.4;
      state.frames.value += ((this.world.drawn - last.drawn) / seconds - state.frames.value) * 0.4;
    });
    this.last = { at: now, time: this.newest.time, bytes: this.bytes, drawn: this.world.drawn };
  }

  /** Selects an object, and asks the simulator what it is. */
  select(name: string | null): void {
    if (name === state.selected.value) return;
    batch(() => {
      state.selected.value = name;
      state.described.value = null;
      if (!name) {
        state.cameraMode.value = "orbit";
        state.driving.value = false;
        state.moving.value = false;
      }
    });
    if (name) void this.describe(name);
  }

  async describe(name: string): Promise<ComponentInfo | null> {
    const { answer } = this.connection.call("simulation", "describe_component", [name]);
    const described = await answer;
    const info = described.status === "success" ? (described.value as ComponentInfo) : null;
    if (state.selected.value === name) state.described.value = info;
    return info;
  }

  tell(text: string): void {
    state.toast.value = text;
    setTimeout(() => {
      if (state.toast.value === text) state.toast.value = null;
    }, 5000);
  }

  /** Calls a service whose answer matters only if it fails. */
  async callAndTell(component: string, service: string, args: unknown[] = []): Promise<boolean> {
    const answer = await this.connection.call(component, service, args).answer;
    if (answer.status !== "success") this.tell(answer.message ?? `${component} ${service}: ${answer.status}`);
    return answer.status === "success";
  }

  async togglePause(): Promise<void> {
    const { paused } = state.status.value;
    if (await this.callAndTell("simulation", paused ? "resume" : "pause"))
      state.status.value = { ...state.status.value, paused: !paused };
  }

  /** Shows a recording from another moment on. */
  seek(time: number): void {
    if (this.seeking) {
      this.seekNext = time;
      return;
    }
    this.seeking = true;
    void this.callAndTell("replay", "seek", [time]).then(() => {
      this.seeking = false;
      const next = this.seekNext;
      this.seekNext = null;
      if (next !== null) this.seek(next);
    });
  }

  async step(): Promise<void> {
    if (!state.status.value.paused) await this.togglePause();
    await this.callAndTell("simulation", "step", [1]);
  }
}
