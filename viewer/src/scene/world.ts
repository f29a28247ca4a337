// The scene: draws when something has changed, and no more often than the screen shows.

import * as THREE from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import type { Hello, SceneObject } from "../protocol";
import { CameraControl } from "./camera";
import { Lighting } from "./light";
import { Nodes } from "./nodes";
import { Overlays } from "./overlays";

/** How many pictures a second are too few for the present quality. */
const SLOW_FPS = 22;
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
  placed(name: string, position: THREE.Vector3, rotation: THREE.Quaternion): void;
  frame(now: number): void;
}

export class World {
  readonly nodes = new Nodes();
  readonly view: CameraControl;
  readonly overlays: Overlays;
  readonly renderer: THREE.WebGLRenderer;
  objects: SceneObject[] = [];
  namesShown = false;
  picked: string | null = null;
  /** Pictures drawn in the last second. */
  fps = 0;
  drawn = 0;

  private readonly scene = new THREE.Scene();
  private readonly lighting: Lighting;
  private readonly mover: TransformControls;
  private readonly box = new THREE.Box3Helper(new THREE.Box3(), 0x14b8a6);
  private dirty = true;
  private shadows = true;
  private readonly adapts: boolean;
  private quality = 0;
  private slow = 0;
  private counted = { since: 0, drawn: 0, passed: 0 };
  private framed = false;
  private settings?: Hello["camera"];

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
    this.lighting = new Lighting(this.scene);
    this.overlays = new Overlays((number) => this.nodes.objects.get(number), container);
    this.mover = new TransformControls(this.view.camera, this.renderer.domElement);
    this.mover.addEventListener("dragging-changed", (event) => {
      this.view.controls.enabled = !event.value;
      if (!event.value) this.placed();
    });
    this.mover.addEventListener("change", () => (this.dirty = true));
    this.box.visible = false;
    // Over everything.
    Object.assign(this.box.material, { depthTest: false, transparent: true, opacity: 0.8 });
    this.box.renderOrder = 10;
    this.scene.add(this.nodes.root, this.overlays.root, this.mover.getHelper(), this.handle, this.box);
    this.nodes.changed = () => this.redraw(true);
    new ResizeObserver(() => this.resize()).observe(container);
    this.resize();
    this.listenForClicks();
    this.renderer.setAnimationLoop((now) => this.frame(now));
  }

  /** The dragged handle: the object itself follows the simulator. */
  private readonly handle = new THREE.Object3D();

  redraw(shadows = false): void {
    this.dirty = true;
    if (shadows) this.renderer.shadowMap.needsUpdate = true;
  }

  setTheme(dark: boolean): void {
    this.scene.background = new THREE.Color(dark ? "#171c22" : "#dfe6ec");
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
    this.settings = hello.camera;
    if (!this.framed) this.view.start(hello.camera);
    this.framed = true;
    this.redraw(true);
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

  /** Shows what is selected, and lets the mouse move it if `moves`. */
  select(name: string | null, moves: boolean): void {
    this.picked = name;
    const object = this.object(name);
    this.mover.detach();
    if (object && moves) {
      object.getWorldPosition(this.handle.position);
      object.getWorldQuaternion(this.handle.quaternion);
      this.handle.updateMatrixWorld();
      this.mover.attach(this.handle);
    }
    this.redraw();
  }

  set moverMode(mode: "translate" | "rotate") {
    this.mover.setMode(mode);
    this.redraw();
  }

  private placed(): void {
    if (this.picked) this.events.placed(this.picked, this.handle.position, this.handle.quaternion);
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

  private frame(now: number): void {
    const moved = this.nodes.move(performance.now());
    if (moved) this.redraw(true);
    if (this.view.update()) this.dirty = true;
    this.events.frame(now);
    this.counted.passed++;
    if (!this.dirty) return this.measure(now);
    this.dirty = false;
    this.lighting.follow(this.view.controls.target);
    if (this.picked) this.outline();
    this.box.visible = this.picked !== null && !this.box.box.isEmpty();
    this.nodes.sides.update(this.view.camera.position, this.drawn);
    this.renderer.render(this.scene, this.view.camera);
    this.overlays.showNames(this.objects, this.namesShown, this.view.camera, this.picked);
    this.drawn++;
    this.counted.drawn++;
    this.measure(now);
  }

  private outline(): void {
    const object = this.object(this.picked);
    this.box.box.makeEmpty();
    if (object) this.box.box.setFromObject(object);
  }

  /** Draws less where drawing is slow. */
  private measure(now: number): void {
    const { since, drawn, passed } = this.counted;
    if (now - since < 1000) return;
    this.fps = (drawn * 1000) / (now - since);
    // A browser may draw in a process of its own, so that no call here takes long. But it asks for the next picture
    // when it has drawn the last: few pictures are slow ones only if something had changed nearly every time it asked.
    const isBusy = drawn > BUSY_SHARE * passed;
    this.slow = isBusy && this.fps < SLOW_FPS ? this.slow + 1 : 0;
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
      if (!pressed || this.mover.dragging || this.mover.axis) return;
      if (Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > CLICK_PX) return;
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
