// The camera: orbits, follows an object, or sees with its eyes.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { CameraSettings, Eye } from "../protocol";

export type CameraMode = "orbit" | "follow" | "first person";

/** Sensor for which focal lengths are given: its longer side. [mm] */
const SENSOR_MM = 32;
/** Where eyes are over the origin of a robot. [m] */
const EYES_M = 0.8;

export class CameraControl {
  readonly camera = new THREE.PerspectiveCamera(50, 1, 0.05, 2000);
  readonly controls: OrbitControls;
  private mode: CameraMode = "orbit";
  private subject?: THREE.Object3D;
  private readonly lastAt = new THREE.Vector3();
  private readonly at = new THREE.Vector3();
  private readonly rotation = new THREE.Quaternion();
  /** Number of changes that the camera of the scene had when it was followed last. */
  private changes = 0;
  /** Whether the user has moved the view since the last change of the camera of the scene. */
  private isMovedByUser = false;
  private before?: { position: THREE.Vector3; target: THREE.Vector3 };

  constructor(element: HTMLElement) {
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.maxDistance = 800;
    this.controls.minDistance = 0.2;
    this.controls.zoomToCursor = true;
    this.controls.maxPolarAngle = Math.PI - 0.05;
    this.controls.addEventListener("start", () => (this.isMovedByUser = true));
    this.camera.position.set(6, -6, 5);
    this.controls.update();
  }

  /** Stands where the scene has its camera, and looks at the ground there. */
  start(settings: CameraSettings): void {
    const [x, y, z] = settings.location;
    const [roll, pitch, yaw] = settings.rotation;
    // Blender's XYZ angles turn about the axes of the world in this order.
    const rotation = new THREE.Quaternion().setFromEuler(new THREE.Euler(roll, pitch, yaw, "ZYX"));
    this.look(new THREE.Vector3(x, y, z), rotation, settings.distance ?? undefined);
    const angle = 2 * Math.atan(SENSOR_MM / 2 / settings.focal_length);
    // Of the wider side of a picture with 4:3.
    this.camera.fov = settings.height_angle
      ? THREE.MathUtils.radToDeg(settings.height_angle)
      : THREE.MathUtils.clamp(THREE.MathUtils.radToDeg(angle) * 0.75, 20, 70);
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  /** Moves with the camera of the scene, until the user moves the view or looks at an object. */
  moveEye(eye: Eye): void {
    if (eye.changes !== this.changes) this.isMovedByUser = false;
    this.changes = eye.changes;
    if (this.isMovedByUser || this.mode !== "orbit") return;
    this.look(new THREE.Vector3(...eye.position), new THREE.Quaternion(...eye.rotation));
    this.controls.update();
  }

  /** Stands at a position, and turns about the point in its center at a distance, or else about that of the ground. */
  private look(position: THREE.Vector3, rotation: THREE.Quaternion, given?: number): void {
    const direction = new THREE.Vector3(0, 0, -1).applyQuaternion(rotation);
    this.camera.position.copy(position);
    const drop = direction.z < -0.05 ? -position.z / direction.z : 0;
    const distance = given ?? (drop > 0.5 && drop < 60 ? drop : Math.max(2, position.length()));
    this.controls.target.copy(position).addScaledVector(direction, distance);
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(height, 1);
    this.camera.updateProjectionMatrix();
  }

  set(mode: CameraMode, subject?: THREE.Object3D): void {
    if (mode === "first person" && this.mode !== "first person")
      this.before = { position: this.camera.position.clone(), target: this.controls.target.clone() };
    if (this.mode === "first person" && mode !== "first person" && this.before) {
      this.camera.position.copy(this.before.position);
      this.controls.target.copy(this.before.target);
    }
    this.mode = subject ? mode : "orbit";
    this.subject = subject;
    this.controls.enabled = this.mode !== "first person";
    if (subject) {
      subject.getWorldPosition(this.lastAt);
      if (this.mode === "follow") {
        const shift = this.lastAt.clone().sub(this.controls.target);
        this.controls.target.add(shift);
        this.camera.position.add(shift);
      }
    }
    this.camera.up.set(0, 0, 1);
    this.controls.update();
  }

  /** Turns to a place without changing the direction of view. */
  lookAt(place: THREE.Vector3, distance?: number): void {
    const back = this.camera.position.clone().sub(this.controls.target);
    if (distance) back.setLength(distance);
    this.controls.target.copy(place);
    this.camera.position.copy(place).add(back);
    this.controls.update();
  }

  /** Keeps up with the subject. Returns whether the camera moved. */
  update(): boolean {
    if (this.mode === "first person" && this.subject) {
      this.subject.getWorldPosition(this.at);
      this.subject.getWorldQuaternion(this.rotation);
      const up = new THREE.Vector3(0, 0, 1).applyQuaternion(this.rotation);
      const ahead = new THREE.Vector3(1, 0, 0).applyQuaternion(this.rotation);
      this.camera.position.copy(this.at).addScaledVector(up, EYES_M).addScaledVector(ahead, 0.1);
      this.camera.up.copy(up);
      this.camera.lookAt(this.camera.position.clone().add(ahead));
      return true;
    }
    if (this.mode === "follow" && this.subject) {
      this.subject.getWorldPosition(this.at);
      const shift = this.at.clone().sub(this.lastAt);
      this.lastAt.copy(this.at);
      this.camera.position.add(shift);
      this.controls.target.add(shift);
    }
    return this.controls.update();
  }
}
