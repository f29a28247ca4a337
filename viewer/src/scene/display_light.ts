// Light in display values: pictures of scenes with a headlight are computed as those of MuJoCo and of `morse render`.

import * as THREE from "three";

/** Lambert's law for colors and light in display values, with the highlights of three.js. */
const REFLECTION = `
#ifndef TONE_MAPPING
  void reflectDirect(const in IncidentLight light, const in vec3 position, const in vec3 normal, const in vec3 view,
      const in vec3 clearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflected) {
    vec3 irradiance = saturate(dot(normal, light.direction)) * light.color;
    reflected.directSpecular += irradiance * BRDF_GGX(light.direction, view, normal, material);
    reflected.directDiffuse += irradiance * BRDF_Lambert(material.diffuseColor);
  }
  void reflectAround(const in vec3 irradiance, const in vec3 position, const in vec3 normal, const in vec3 view,
      const in vec3 clearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflected) {
    reflected.indirectDiffuse += irradiance * BRDF_Lambert(material.diffuseColor);
  }
  #undef RE_Direct
  #define RE_Direct reflectDirect
  #undef RE_IndirectDiffuse
  #define RE_IndirectDiffuse reflectAround
  #undef RE_IndirectSpecular
#endif
`;
/** Colors in display values. Emission is a share of the color. */
const ENCODE = `
#ifndef TONE_MAPPING
  diffuseColor.rgb = sRGBTransferOETF(vec4(diffuseColor.rgb, 1.0)).rgb;
  totalEmissiveRadiance = diffuseColor.rgb * (max3(emissive) / max(max3(diffuse), 1e-6));
#endif
`;
/** Bright light is clipped. The shader encodes the result again. */
const DECODE = `
#ifndef TONE_MAPPING
  outgoingLight = sRGBTransferEOTF(vec4(clamp(outgoingLight, 0.0, 1.0), 1.0)).rgb;
#endif
`;

/** Lets materials that are lit use light in display values while the renderer has no tone mapping. Called once for a page. */
export function installDisplayLight(): void {
  const shader = THREE.ShaderLib.physical;
  const insert = (chunk: string, before: string, after: string): void => {
    const include = `#include <${chunk}>`;
    if (!shader.fragmentShader.includes(include)) throw new Error(`The physical shader of three.js lacks ${include}`);
    shader.fragmentShader = shader.fragmentShader.replace(include, before + include + after);
  };
  insert("lights_physical_pars_fragment", "", REFLECTION);
  insert("emissivemap_fragment", "", ENCODE);
  insert("opaque_fragment", DECODE, "");
}
