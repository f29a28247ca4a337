// Light: the lights of the scene, and enough ambient light to see everything.

import * as THREE from "three";
import type { HeadlightData, LightData } from "../protocol";

/** More lights of the scene make drawing slow. */
const LIGHTS_MAX = 6;
/** Half the side of the square around what is looked at in which shadows fall. [m] */
const SHADOW_HALF_M = 14;
const SUN_DIRECTION = new THREE.Vector3(-0.45, -0.62, 1).normalize();
/** Intensity of a light of three.js that adds its color once to a white surface that faces it. */
const WHOLE = Math.PI;

export class Lighting {
  readonly sun = new THREE.DirectionalLight(0xfff4e6, 2.1);
  private readonly sky = new THREE.HemisphereLight(0xdfeaf5, 0x8d8577, 1.35);
  private readonly own = new Map<number, THREE.Light>();
  /** The light of the camera, and its ambient part. */
  private readonly head = new THREE.DirectionalLight(0xffffff, WHOLE);
  private readonly around = new THREE.AmbientLight(0xffffff, WHOLE);
  private headlight: HeadlightData | null = null;

  constructor(private readonly scene: THREE.Scene) {
    this.sky.position.set(0, 0, 1);
    const { shadow } = this.sun;
    this.sun.castShadow = true;
    shadow.mapSize.set(2048, 2048);
    shadow.camera.left = shadow.camera.bottom = -SHADOW_HALF_M;
    shadow.camera.right = shadow.camera.top = SHADOW_HALF_M;
    shadow.camera.near = 1;
    shadow.camera.far = 120;
    shadow.bias = -0.0004;
    shadow.normalBias = 0.03;
    shadow.intensity = 0.75;
    scene.add(this.sky, this.sun, this.sun.target);
  }

  /** Lights the scene as its file does, with a light at the camera; null for the light of pages. */
  setHeadlight(headlight: HeadlightData | null, camera: THREE.Camera): void {
    this.headlight = headlight;
    for (const light of [this.sky, this.sun]) light.visible = !headlight;
    for (const light of [this.head, this.head.target, this.around]) light.removeFromParent();
    if (!headlight) return;
    this.head.position.set(0, 0, 0);
    this.head.target.position.set(0, 0, -1);
    camera.add(this.head, this.head.target);
    this.scene.add(camera, this.around);
    this.weigh([]);
  }

  /** Sets the colors and brightness of all lights of a scene with a headlight, whose light is in display values. */
  private weigh(listed: [THREE.Light, LightData][]): void {
    if (!this.headlight) return;
    this.around.color.setRGB(...this.headlight.ambient);
    this.head.color.setRGB(...this.headlight.diffuse);
    for (const [light, data] of listed) {
      light.color.setRGB(...data.rgb);
      light.intensity = data.energy * WHOLE;
      if (light instanceof THREE.SpotLight || light instanceof THREE.PointLight) light.decay = data.falloff === "constant" ? 0 : 2;
    }
  }

  /** Has shadows fall around a point. */
  follow(target: THREE.Vector3): void {
    // In steps, so that the edges of shadows do not crawl.
    const step = 1;
    const at = new THREE.Vector3(
      Math.round(target.x / step) * step,
      Math.round(target.y / step) * step,
      Math.round(target.z / step) * step,
    );
    if (this.sun.target.position.equals(at) && this.sun.position.lengthSq() > 0) return;
    this.sun.target.position.copy(at);
    this.sun.position.copy(SUN_DIRECTION).multiplyScalar(60).add(at);
    this.sun.target.updateMatrixWorld();
  }

  /** The lights of the scene on their nodes; the ones that reach farthest if there are many. */
  set(lights: Map<number, LightData>, node: (number: number) => THREE.Object3D | undefined): void {
    for (const light of this.own.values()) light.removeFromParent();
    this.own.clear();
    const listed = [...lights].filter(([, data]) => data.energy > 0 && data.kind !== "hemisphere");
    listed.sort(([, a], [, b]) => b.energy * Math.min(b.distance, 30) - a.energy * Math.min(a.distance, 30));
    const suns = listed.filter(([, data]) => data.kind === "sun").length;
    // A scene with a sun of its own needs less of ours.
    this.sun.intensity = suns ? 1.7 : 2.1;
    const weighed: [THREE.Light, LightData][] = [];
    for (const [number, data] of listed.slice(0, LIGHTS_MAX)) {
      const object = node(number);
      if (!object) continue;
      const light = this.make(data);
      object.add(light);
      this.own.set(number, light);
      weighed.push([light, data]);
    }
    this.weigh(weighed);
  }

  private make(data: LightData): THREE.Light {
    const color = new THREE.Color().setRGB(...data.rgb, THREE.SRGBColorSpace);
    if (data.kind === "sun") {
      const light = new THREE.DirectionalLight(color, data.energy * 0.9);
      const target = new THREE.Object3D();
      target.position.set(0, 0, -1);
      light.add(target);
      light.target = target;
      light.position.set(0, 0, 0);
      return light;
    }
    // Three's lights grow without limit near their origin, those of the scene do not: as bright at half their reach.
    const reach = Math.min(data.distance, 40);
    const intensity = (data.energy * reach * reach) / 10;
    if (data.kind === "spot") {
      const light = new THREE.SpotLight(color, intensity, 0, data.angle / 2, data.blend, 2);
      light.target.position.set(0, 0, -1);
      light.add(light.target);
      return light;
    }
    return new THREE.PointLight(color, Math.min(intensity, 60), 0, 2);
  }

  dispose(): void {
    this.scene.remove(this.sky, this.sun, this.sun.target);
  }
}
