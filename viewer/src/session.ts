// Brings together the connection, the scene and the signals of the page.

import { batch, effect } from "@preact/signals";
import { Connection } from "./connection";
import * as actions from "./actions";
import * as editor from "./editor";
import * as history from "./history";
import { IMAGE, POINTS, POSES, readHeader, readPoints } from "./poses";
import {
  CLOUD_KINDS,
  CONTACT_FORCES,
  CONTACTS,
  GOAL_KINDS,
  IMAGE_KINDS,
  PROTOCOL,
  SCAN_KINDS,
  type ComponentInfo,
  type Reading,
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
/** Over how long the pace of the run is measured, and for how much less than asked for it counts as slow. [ms] */
const PACE_MS = 2000;
const KEPT_SHARE = 0.98;

export class Session {
  readonly connection: Connection;
  readonly world: World;
  private run = "";
  private bytes = 0;
  private last = { at: 0, bytes: 0, drawn: 0 };
  private newest = { time: 0, tick: 0, wall: 0 };
  /** Where the measure of the pace began: simulated time [s], and wall time of the server [ms]. */
  private paceFrom = { time: 0, wall: 0 };
  /** Readings and pictures since the last picture of the scene: panels change when the scene does. */
  private fresh = new Map<string, Reading>();
  private freshPictures = new Map<string, Blob>();
  /** Time of readings less simulated time. [s] */
  private epoch: number | null = null;
  /** An object that is selected as soon as it is there. */
  private awaited: string | null = null;
  private kinds = new Map<string, string>();
  /** Fulfilled when the newest geometry is there. */
  private loads: Promise<void> = Promise.resolve();
  private seeking = false;
  /** Where to go when the last seek was answered: of many, only the last counts. */
  private seekNext: number | null = null;

  constructor(container: HTMLElement) {
    this.world = new World(container, {
      picked: (name) => this.select(name),
      placed: (name, before, after) =>
        void (editor.isOn.value ? editor.move(this, name, after) : actions.place(this, name, before, after)),
      pulled: (body, point, target) => void this.callAndTell("simulation", "pull", [body, point, target]),
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
      this.world.overlays.showZones(state.zones.value, shown.zones || editor.isOn.value);
      this.world.overlays.showGoals(shown.goals);
      this.world.redraw();
    });
    effect(() => this.world.setShadows(overlays.value.shadows));
    effect(() => {
      this.world.overlays.points.setColor(state.pointColor.value);
      this.world.redraw();
    });
    // Driving begins behind the robot.
    effect(() => {
      if (state.driving.value && state.cameraMode.peek() === "orbit") state.cameraMode.value = "follow";
    });
    effect(() => {
      const frames = overlays.value.frames;
      const listed = state.objects.value;
      if (!state.loading.value) this.world.overlays.showFrames(listed, frames);
      this.world.redraw();
    });
    effect(() => {
      const { links, masses } = overlays.value;
      const listed = state.masses.value;
      this.world.pulling.masses = listed;
      if (!state.loading.value) {
        this.world.masses.showLinks(listed, links);
        this.world.masses.showMasses(listed, masses);
      }
      this.world.redraw();
    });
    effect(() => {
      if (!overlays.value.forces) this.world.masses.hideForces();
      else if (!state.recording.value && state.connection.value === "open")
        void this.callAndTell("simulation", "record_contact_forces");
      this.world.redraw();
    });
    effect(() => {
      this.world.pulling.isOn = state.pulling.value;
      this.world.renderer.domElement.classList.toggle("pulls", state.pulling.value);
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
      void [overlays.value, state.selected.value, state.objects.value, history.pins.value, state.enlarged.value];
      this.subscribe();
    });
    effect(() => {
      const name = state.selected.value;
      const mode = state.cameraMode.value;
      void state.loading.value;
      this.world.select(name, state.placing.value);
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
    const forces = shown.forces && !state.recording.value ? [CONTACT_FORCES] : [];
    const goals = shown.goals ? this.wanted(GOAL_KINDS, 16) : [];
    const selected = state.selected.value;
    const enlarged = state.enlarged.value ? [state.enlarged.value] : [];
    const picked = selected && state.byName.value.get(selected)?.data ? [selected] : [];
    const plotted = history.pins.value.map(({ component }) => component);
    const all = [...new Set([...picked, ...plotted, ...enlarged, ...contacts, ...forces, ...points, ...pictures, ...goals])];
    this.world.overlays.points.keep(new Set([...contacts, ...points, ...picked]));
    const kept = new Map([...state.pictures.value].filter(([name]) => [...pictures, ...picked, ...enlarged].includes(name)));
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
          if (this.run !== message.run) {
            state.log.value = [];
            state.undoable.value = [];
            state.recordedTo.value = null;
            history.clear();
          }
        });
        document.title = `${message.scene} – MORSE`;
        this.run = message.run;
        this.paceFrom.wall = 0;
        this.epoch = null;
        this.world.start(message);
        break;
      case "structure":
        this.world.nodes.remove(message.removed);
        // The editor changes zones as it changes objects.
        if (editor.isOn.value) message.objects = [...message.objects, ...message.zones.map(editor.zoneAsObject)];
        this.kinds = new Map(message.objects.map((object) => [object.name, object.data ?? ""]));
        this.world.objects = message.objects;
        batch(() => {
          state.objects.value = message.objects;
          state.zones.value = message.zones;
          state.masses.value = message.masses ?? [];
          const { selected } = state;
          if (selected.value && !message.objects.some((object) => object.name === selected.value))
            this.select(null);
        });
        if (message.version > this.world.nodes.version) this.loads = this.load();
        if (editor.isOn.value) void editor.refresh(this);
        if (this.awaited && state.byName.value.has(this.awaited)) {
          this.select(this.awaited);
          this.awaited = null;
        }
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
        if (message.component === CONTACT_FORCES) {
          if (state.overlays.value.forces) this.world.masses.takeForces(message);
          this.world.redraw();
          break;
        }
        this.fresh.set(message.component, message);
        this.epoch ??= message.time - this.newest.time;
        history.take(message, message.time - this.epoch);
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
      // The selected object may be a new one of the same name.
      if (editor.isOn.value) this.world.select(state.selected.value, state.placing.value);
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
      const passed = moment.wall - this.newest.wall;
      this.newest = moment;
      if (passed > 0 && state.overlays.value.trails) this.world.redraw();
      return;
    }
    const reading = readHeader(buffer);
    if (kind === POINTS) {
      const isScan = SCAN_KINDS.includes(this.kinds.get(reading.component) ?? "");
      const index = [...this.kinds.keys()].indexOf(reading.component);
      this.world.overlays.points.take(readPoints(buffer), isScan, index);
      this.world.redraw();
    } else if (kind === IMAGE) {
      this.freshPictures.set(reading.component, new Blob([new Uint8Array(buffer, reading.at)], { type: "image/jpeg" }));
    }
  }

  /** Shows the newest readings and pictures in the panels. */
  private showFresh(): void {
    if (this.fresh.size) state.readings.value = new Map([...state.readings.value, ...this.fresh]);
    this.fresh.clear();
    if (!this.freshPictures.size) return;
    const pictures = new Map(state.pictures.value);
    for (const [component, picture] of this.freshPictures) {
      const old = pictures.get(component);
      pictures.set(component, URL.createObjectURL(picture));
      // Until the next picture is shown.
      if (old) setTimeout(() => URL.revokeObjectURL(old), 1000);
    }
    this.freshPictures.clear();
    state.pictures.value = pictures;
  }

  private frame(now: number): void {
    const robots = state.objects.value.filter((object) => object.kind === "robot");
    this.world.overlays.trace(robots, state.overlays.value.trails);
    batch(() => this.showFresh());
    const { last } = this;
    if (now - last.at < NUMBERS_MS) return;
    const seconds = (now - last.at) / 1000;
    batch(() => {
      state.time.value = this.newest.time;
      state.tick.value = this.newest.tick;
      state.kilobytes.value += ((this.bytes - last.bytes) / 1000 / seconds - state.kilobytes.value) * 0.4;
      state.frames.value += ((this.world.drawn - last.drawn) / seconds - state.frames.value) * 0.4;
      this.measurePace();
    });
    this.last = { at: now, bytes: this.bytes, drawn: this.world.drawn };
  }

  /** By the clock of the server: messages may arrive late. */
  private measurePace(): void {
    const { time, wall } = this.newest;
    const passed = wall - this.paceFrom.wall;
    const { paused, scale } = state.status.value;
    const isNew = !this.paceFrom.wall || passed < 0 || time < this.paceFrom.time || paused;
    if (!isNew && passed < PACE_MS) return;
    if (!isNew) {
      state.pace.value = ((time - this.paceFrom.time) * 1000) / passed;
      if (!state.recording.value) this.world.limit?.adapt(state.pace.value < scale * KEPT_SHARE);
    }
    this.paceFrom = { time, wall };
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
        state.placing.value = null;
      }
    });
    if (editor.isOn.value) {
      if (name) state.placing.value ??= "ground";
      void editor.describe(this, name);
    } else if (name) void this.describe(name);
  }

  /** How far an object that was just added reaches below a height, when it is there. [m] */
  async depthBelow(name: string, height: number): Promise<number> {
    await this.loads;
    return this.world.depthBelow(name, height);
  }

  async describe(name: string): Promise<ComponentInfo | null> {
    const { answer } = this.connection.call("simulation", "describe_component", [name]);
    const described = await answer;
    const info = described.status === "success" ? (described.value as ComponentInfo) : null;
    if (state.selected.value === name) state.described.value = info;
    return info;
  }

  /** Selects an object that was just added, as soon as it is there. */
  selectWhenThere(name: string): void {
    if (state.byName.value.has(name)) this.select(name);
    else this.awaited = name;
  }

  tell(text: string, forMs = 5000): void {
    state.toast.value = text;
    setTimeout(() => {
      if (state.toast.value === text) state.toast.value = null;
    }, forMs);
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
