// The grid on the ground: lines each meter and each ten meters, fainter with the distance.

import * as THREE from "three";

/** How far from the camera lines are seen. [m] */
const REACH_M = 140;
/** Over the ground, so that it does not hide the lines. [m] */
const HEIGHT_M = 0.004;
/** Lines of both directions: each ten meters, each meter. */
const STEPS_M = [10, 1];
/** Meters on a pixel, of a step between lines, from which on lines are too close to be seen. */
const DENSEST = 0.9;

/**
 * Only pixels near a line are drawn: each line is a strip as wide on the screen as the line can be. Where strips cross, the
 * later one adds only the difference of strength, so that the stronger line is visible.
 */
export function grid(): THREE.Mesh {
  const uniforms = {
    color: { value: new THREE.Color("#9fb4c4") },
    size: { value: new THREE.Vector2(1, 1) },
    /** How far lines of each step are seen, and how many there are to either side of the camera. */
    reach: { value: [0, 0] },
    sides: { value: [0, 0] },
  };
  const material = new THREE.ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: THREE.DoubleSide,
    uniforms,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
  const geometry = new THREE.InstancedBufferGeometry();
  // The end of the line, and the side of it.
  const corners = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  const at = new THREE.Vector3();
  mesh.onBeforeRender = (renderer, _scene, camera) => {
    renderer.getDrawingBufferSize(uniforms.size.value);
    at.setFromMatrixPosition(camera.matrixWorld);
    const height = Math.abs(at.z - HEIGHT_M);
    // Pixels that one meter has at a distance of one meter.
    const focal = (camera.projectionMatrix.elements[5] * uniforms.size.value.y) / 2;
    geometry.instanceCount = 0;
    STEPS_M.forEach((step, index) => {
      // Of ground that is seen at a flat angle, a pixel has the square of the distance over height and focal length; as much
      // as the square root of two of that in the direction that has more.
      const seen = Math.sqrt(DENSEST * Math.SQRT2 * step * height * focal) + step;
      uniforms.reach.value[index] = Math.min(REACH_M, Math.max(seen, height * 2));
      uniforms.sides.value[index] = Math.ceil(uniforms.reach.value[index] / step);
      geometry.instanceCount += 2 * (2 * uniforms.sides.value[index] + 1);
    });
    material.uniformsNeedUpdate = true;
  };
  return mesh;
}

const VERTEX = `
  uniform vec2 size; uniform float reach[2]; uniform int sides[2];
  varying vec2 place; flat varying float line; flat varying int turn;
  // Half the width of a strip: a line is seen up to the square root of two from its middle. [pixels]
  const float HALF = 2.0;
  void main() {
    int number = gl_InstanceID;
    int level = number < 2 * (2 * sides[0] + 1) ? 0 : 1;
    number -= level * 2 * (2 * sides[0] + 1);
    int each = 2 * sides[level] + 1;
    int axis = number / each;
    float gap = level == 0 ? ${STEPS_M[0]}.0 : ${STEPS_M[1]}.0;
    vec2 from = cameraPosition.xy;
    float middle = axis == 0 ? from.x : from.y;
    line = floor(middle / gap + 0.5) + float(number - axis * each - sides[level]);
    turn = 2 * level + axis;
    float off = line * gap - middle;
    float along = sqrt(max(reach[level] * reach[level] - off * off, 0.0));
    vec2 less = axis == 0 ? vec2(line * gap, from.y - along) : vec2(from.x - along, line * gap);
    vec2 more = axis == 0 ? vec2(line * gap, from.y + along) : vec2(from.x + along, line * gap);
    vec3 one = (viewMatrix * vec4(less, ${HEIGHT_M}, 1.0)).xyz;
    vec3 two = (viewMatrix * vec4(more, ${HEIGHT_M}, 1.0)).xyz;
    float near = projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0);
    if (along == 0.0 || (one.z > -near && two.z > -near)) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    if (one.z > -near) one = mix(one, two, (one.z + near) / (one.z - two.z));
    else if (two.z > -near) two = mix(two, one, (two.z + near) / (two.z - one.z));
    vec2 scale = vec2(projectionMatrix[0][0], projectionMatrix[1][1]);
    vec2 start = one.xy / -one.z * scale, end = two.xy / -two.z * scale;
    vec2 ahead = normalize((end - start) * size + 1e-6);
    vec3 own = position.x < 0.0 ? one : two;
    vec2 corner = own.xy / -own.z * scale + vec2(-ahead.y, ahead.x) * position.y * HALF * 2.0 / size;
    // The ground behind this corner of the strip.
    vec3 ray = vec3(corner / scale, -1.0) * mat3(viewMatrix);
    float depth = (${HEIGHT_M} - cameraPosition.z) / ray.z;
    // Over the horizon there is none.
    if (!(depth > 0.0 && depth < 8.0 * -own.z)) {
      ray = vec3(own.xy / -own.z, -1.0) * mat3(viewMatrix);
      depth = -own.z;
    }
    place = cameraPosition.xy + ray.xy * depth;
    gl_Position = projectionMatrix * viewMatrix * vec4(place, ${HEIGHT_M}, 1.0);
  }`;

const FRAGMENT = `
  uniform vec3 color;
  varying vec2 place; flat varying float line; flat varying int turn;
  vec2 lines(float gap) {
    vec2 scaled = place / gap;
    vec2 width = max(fwidth(scaled), vec2(1e-5));
    float fine = 1.0 - smoothstep(0.3, ${DENSEST}, max(width.x, width.y));
    return (1.0 - min(abs(fract(scaled - 0.5) - 0.5) / width, 1.0)) * fine;
  }
  void main() {
    float fade = 1.0 - smoothstep(20.0, ${REACH_M}.0, distance(place, cameraPosition.xy));
    vec2 wide = lines(${STEPS_M[0]}.0) * 0.5 * fade, narrow = lines(${STEPS_M[1]}.0) * 0.22 * fade;
    float gap = turn < 2 ? ${STEPS_M[0]}.0 : ${STEPS_M[1]}.0;
    // Of strips of one direction that overlap, the nearest line has the pixel.
    if (abs((turn % 2 == 0 ? place.x : place.y) / gap - line) > 0.5) discard;
    float before = turn == 0 ? 0.0 : wide.x;
    if (turn > 1) before = max(before, wide.y);
    if (turn > 2) before = max(before, narrow.x);
    float own = turn == 0 ? wide.x : turn == 1 ? wide.y : turn == 2 ? narrow.x : narrow.y;
    if (own - before < 0.003) discard;
    gl_FragColor = vec4(color, (own - before) / (1.0 - before));
  }`;
