// The scene: draws when something has changed, and no more often than the screen shows, or the processor has time for.

import * as THREE from "three";
import type { Hello, SceneObject } from "../protocol";
import { boundsOf, SelectionBox } from "./bounds";
import { CameraControl } from "./camera";
import { installDisplayLight } from "./display_light";
import { FrameLimit } from "./frame_limit";
import { Lighting } from "./light";
import { MassMarks } from "./masses";
import { Nodes } from "./nodes";
import { Overlays } from "./overlays";
import { type Place, Placing, type PlacingMode } from "./placing";
import { Pulling } from "./pulling";

installDisplayLight();

/** How many pictures a second are too few for the present quality, with a graphics card and without. */
const SLOW_FPS = 22;
const SLOW_FPS_SOFTWARE = 8;
/** Share of the browser's frames that are redrawn when drawing has no pause. */
const BUSY_SHARE = 0.8;
/** From the best to the quickest: pixels of the picture per pixel of the page, and whether there are shadows. */
const QUALITIES = [
  { ratio: 2, shadows: true },
  { ratio: 1, shadows: true },
  { ratio: 1, shadows: false },
  { ratio: 0.6, shadows: false },
];
/** Where drawing begins that no graphics card does. */
const SOFTWARE_QUALITY = 2;
/** Movement of the pointer between press and release from which on it is not a click. [pixels] */
const CLICK_PX = 5;

export interface WorldEvents {
  picked(name: string | null): void;
  placed(name: string, before: Place, after: Place): void;
  /** A point of a body, in its frame, is pulled to a place in the world. [m] */
  pulled(body: string, point: number[], target: number[]): void;
  frame(now: number): void;
}

export class World {
  readonly nodes = new Nodes();
  readonly view: CameraControl;
  readonly overlays: Overlays;
  readonly masses: MassMarks;
  readonly pulling: Pulling;
  readonly renderer: THREE.WebGLRenderer;
  objects: SceneObject[] = [];
  namesShown = false;
  picked: string | null = null;
  drawn = 0;
  /** How often pictures are drawn where no graphics card draws them; undefined with one. */
  readonly limit?: FrameLimit;

  private readonly scene = new THREE.Scene();
  private readonly lighting: Lighting;
  private readonly placing: Placing;
  private readonly box = new SelectionBox();
  private dirty = true;
  private shadows = true;
  private readonly adapts: boolean;
  private quality = 0;
  private slow = 0;
  private counted = { since: 0, drawn: 0, passed: 0 };
  private framed = false;
  private settings?: Hello["camera"];
  /** Color behind everything in a scene without a sky. */
  private readonly backdrop = new THREE.Color("#dfe6ec");

  constructor(
    private readonly container: HTMLElement,
    private readonly events: WorldEvents,
  ) {
    const isSoftware = drawsInSoftware() && !new URLSearchParams(location.search).has("quality");
    this.renderer = new THREE.WebGLRenderer({ antialias: !isSoftware, powerPreference: "high-performance" });
    if (isSoftware) this.quality = SOFTWARE_QUALITY;
    this.adapts = !new URLSearchParams(location.search).has("quality");
    document.documentElement.classList.toggle("plain", isSoftware);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.nodes.software = isSoftware;
    this.renderer.domElement.tabIndex = 0;
    this.renderer.domElement.setAttribute("aria-label", "The scene. Arrow keys move the camera.");
    container.append(this.renderer.domElement);
    this.view = new CameraControl(this.renderer.domElement);
    this.view.controls.listenToKeyEvents(this.renderer.domElement);
    this.view.controls.addEventListener("change", () => (this.dirty = true));
    this.view.controls.addEventListener("start", () => this.hurry(true));
    this.view.controls.addEventListener("end", () => this.hurry(false));
    this.lighting = new Lighting(this.scene);
    this.overlays = new Overlays((number) => this.nodes.objects.get(number), container);
    this.masses = new MassMarks((number) => this.nodes.objects.get(number));
    this.placing = new Placing(this.scene, this.nodes.root, this.view.camera, this.renderer.domElement);
    this.placing.changed = () => (this.dirty = true);
    this.placing.dragging = (isDragging) => {
      this.view.controls.enabled = !isDragging;
      this.hurry(isDragging);
    };
    this.placing.placed = (before, after) => this.picked && this.events.placed(this.picked, before, after);
    this.pulling = new Pulling(this.scene, this.nodes.root, this.view.camera, this.renderer.domElement);
    this.pulling.changed = () => (this.dirty = true);
    this.pulling.dragging = this.placing.dragging;
    this.pulling.pull = (body, point, target) => this.events.pulled(body, point.toArray(), target.toArray());
    this.scene.add(this.nodes.root, this.overlays.root, this.masses.root, this.box);
    this.nodes.changed = () => this.redraw(true);
    new ResizeObserver(() => this.resize()).observe(container);
    this.resize();
    this.listenForClicks();
    if (isSoftware) this.limit = new FrameLimit();
    this.run();
  }

  /** Draws for ever. */
  private run(): void {
    const { limit } = this;
    if (!limit) return void this.renderer.setAnimationLoop((now) => this.frame(now));
    const gl = this.renderer.getContext();
    const pixel = new Uint8Array(4);
    const turn = (now: number): void => {
      const began = performance.now();
      if (this.frame(now)) {
        // Waits for the picture, which is drawn in a process of its own: that time is its cost.
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        limit.drew(performance.now() - began);
      }
      setTimeout(() => requestAnimationFrame(turn), Math.max(0, limit.periodMs - (performance.now() - began)));
    };
    requestAnimationFrame(turn);
  }

  /** Draws more often while a user moves the camera or an object. */
  private hurry(isDragging: boolean): void {
    if (this.limit) this.limit.isDragging = isDragging;
  }

  /** The scene as it is now, without the panels, as a PNG. */
  picture(): Promise<Blob | null> {
    this.render();
    return new Promise((done) => this.renderer.domElement.toBlob(done, "image/png"));
  }

  redraw(shadows = false): void {
    this.dirty = true;
    if (shadows) this.renderer.shadowMap.needsUpdate = true;
  }

  setTheme(dark: boolean): void {
    this.backdrop.set(dark ? "#171c22" : "#dfe6ec");
    this.overlays.setTheme(dark);
    this.redraw();
  }

  setShadows(shown: boolean): void {
    this.shadows = shown;
    this.applyQuality();
  }

  private applyQuality(): void {
    const { ratio, shadows } = QUALITIES[this.quality];
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, ratio));
    this.lighting.sun.castShadow = this.shadows && shadows;
    this.redraw(true);
  }

  start(hello: Hello): void {
    this.nodes.clear();
    this.overlays.clear();
    this.masses.clear();
    this.settings = hello.camera;
    this.lighting.setHeadlight(hello.headlight ?? null, this.view.camera);
    this.renderer.toneMapping = hello.headlight ? THREE.NoToneMapping : THREE.NeutralToneMapping;
    this.setSky(hello.sky ?? null);
    if (!this.framed) this.view.start(hello.camera);
    this.framed = true;
    this.redraw(true);
  }

  /** Shows an image of all directions behind everything; null for the color of the theme. */
  private setSky(url: string | null): void {
    this.scene.background = this.backdrop;
    if (!url) return;
    new THREE.TextureLoader().load(url, (texture) => {
      texture.mapping = THREE.EquirectangularReflectionMapping;
      texture.colorSpace = THREE.SRGBColorSpace;
      this.scene.background = texture;
      // Panoramas of three.js have y up.
      this.scene.backgroundRotation.set(Math.PI / 2, 0, 0);
      this.redraw();
    });
  }

  /** The camera of the scene again. */
  home(): void {
    if (this.settings) this.view.start(this.settings);
    this.redraw();
  }

  /** After geometry was loaded. */
  loaded(): void {
    this.lighting.set(this.nodes.lights, (number) => this.nodes.objects.get(number));
    this.nodes.root.updateMatrixWorld(true);
    this.redraw(true);
  }

  object(name: string | null): THREE.Object3D | undefined {
    const found = this.objects.find((object) => object.name === name);
    return found?.node === null || found === undefined ? undefined : this.nodes.objects.get(found.node);
  }

  /** Shows what is selected, and lets the mouse move it in a way; not if that is null. */
  select(name: string | null, mode: PlacingMode | null): void {
    this.picked = name;
    this.placing.attach(mode ? this.object(name) : undefined, mode ?? "ground");
    this.redraw();
  }

  /** The place of an object, as it is shown. */
  placeOf(name: string): Place | undefined {
    const object = this.object(name);
    if (!object) return undefined;
    object.updateWorldMatrix(true, false);
    return {
      position: object.getWorldPosition(new THREE.Vector3()),
      rotation: object.getWorldQuaternion(new THREE.Quaternion()),
    };
  }

  /** Where a new object is put: on the ground that the camera looks at. */
  newPlace(): THREE.Vector3 {
    const place = this.view.controls.target.clone();
    return place.setZ(this.placing.surfaceBelow(place, this.view.camera.position.z) ?? 0);
  }

  /** How far an object reaches below a height. [m] */
  depthBelow(name: string, height: number): number {
    const object = this.object(name);
    if (!object) return 0;
    object.updateWorldMatrix(true, true);
    const box = boundsOf(object);
    return box.isEmpty() ? 0 : height - box.min.z;
  }

  focus(name: string): void {
    const object = this.object(name);
    if (!object) return;
    this.view.lookAt(object.getWorldPosition(new THREE.Vector3()), 5);
    this.redraw();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.container;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.view.resize(clientWidth, clientHeight);
    this.applyQuality();
  }

  /** Returns whether a picture was drawn. */
  private frame(now: number): boolean {
    const moved = this.nodes.move(performance.now());
    if (moved) this.redraw(true);
    if (this.view.update()) this.dirty = true;
    this.events.frame(now);
    this.counted.passed++;
    const isDue = this.dirty;
    if (isDue) {
      this.render();
      this.drawn++;
      this.counted.drawn++;
    }
    this.measure(now);
    return isDue;
  }

  private render(): void {
    this.dirty = false;
    this.lighting.follow(this.view.controls.target);
    this.placing.update();
    this.pulling.update();
    this.overlays.points.update();
    this.box.enclose(this.object(this.picked));
    this.nodes.sides.update(this.view.camera.position, this.drawn);
    this.renderer.render(this.scene, this.view.camera);
    this.overlays.showNames(this.objects, this.namesShown, this.view.camera, this.picked);
  }

  /** Draws less where drawing is slow. */
  private measure(now: number): void {
    const { since, drawn, passed } = this.counted;
    if (now - since < 1000) return;
    const fps = (drawn * 1000) / (now - since);
    // A browser may draw in a process of its own, so that no call here takes long. But it asks for the next picture
    // when it has drawn the last: few pictures are slow ones only if something had changed nearly every time it asked.
    const isBusy = drawn > BUSY_SHARE * passed;
    this.slow = isBusy && fps < (this.limit ? SLOW_FPS_SOFTWARE : SLOW_FPS) ? this.slow + 1 : 0;
    if (this.slow >= 3 && this.adapts && this.quality < QUALITIES.length - 1) {
      this.quality++;
      this.slow = 0;
      this.applyQuality();
    }
    this.counted = { since: now, drawn: 0, passed: 0 };
  }

  private listenForClicks(): void {
    const element = this.renderer.domElement;
    let pressed: [number, number] | undefined;
    element.addEventListener("pointerdown", (event) => (pressed = [event.clientX, event.clientY]));
    element.addEventListener("pointerup", (event) => {
      const at = pressed;
      pressed = undefined;
      if (!at || this.placing.isBusy || this.pulling.isBusy) return;
      if (Math.hypot(event.clientX - at[0], event.clientY - at[1]) > CLICK_PX) return;
      this.events.picked(this.pick(event));
    });
    element.addEventListener("dblclick", (event) => {
      const name = this.pick(event);
      if (name) this.focus(name);
    });
  }

  /** The object of the scene under the pointer. */
  private pick(event: MouseEvent): string | null {
    const box = this.renderer.domElement.getBoundingClientRect();
    const pointer = new THREE.Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    const ray = new THREE.Raycaster();
    ray.setFromCamera(pointer, this.view.camera);
    const names = new Map(this.objects.map((object) => [object.node, object.name]));
    for (const hit of ray.intersectObject(this.nodes.root, true)) {
      for (let at: THREE.Object3D | null = hit.object; at; at = at.parent) {
        const name = names.get(at.userData.node);
        if (name) return name;
      }
      // A wall hides what is behind it.
      return null;
    }
    return null;
  }
}

/** Whether the browser draws without a graphics card. */
function drawsInSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const names = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
