// Writes compressed glTF files of a torus for the tests of the reader.
//
//     npm install @gltf-transform/core @gltf-transform/extensions @gltf-transform/functions draco3dgltf meshoptimizer gltfpack
//     node make.mjs FOLDER
//
// The files beside this script were made with gltf-transform 4.5.1, draco3dgltf 1.5.7, meshoptimizer 1.3.0, gltfpack 1.3.0.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { draco } from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';

const FOLDER = path.resolve(process.argv[2]);
const ALONG = 36;
const AROUND = 18;
const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A torus around the y axis: the circle of radius 1, 0.25 thick, with a seam of image coordinates in both directions. */
function torus() {
    const [positions, normals, coordinates, corners] = [[], [], [], []];
    for (let i = 0; i <= ALONG; i++) {
        for (let j = 0; j <= AROUND; j++) {
            const [along, around] = [(2 * Math.PI * (i % ALONG)) / ALONG, (2 * Math.PI * (j % AROUND)) / AROUND];
            const outward = [Math.cos(around) * Math.cos(along), Math.sin(around), -Math.cos(around) * Math.sin(along)];
            normals.push(...outward);
            positions.push(
                Math.cos(along) + 0.25 * outward[0], 0.25 * outward[1], -Math.sin(along) + 0.25 * outward[2],
            );
            coordinates.push(i / ALONG, j / AROUND);
            if (i < ALONG && j < AROUND) {
                const [a, b, c, d] = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([di, dj]) => (i + di) * (AROUND + 1) + j + dj);
                corners.push(a, b, c, a, c, d);
            }
        }
    }
    return {
        positions: new Float32Array(positions), normals: new Float32Array(normals),
        coordinates: new Float32Array(coordinates), corners: new Uint16Array(corners),
    };
}

function plain() {
    const document = new Document();
    const buffer = document.createBuffer();
    const { positions, normals, coordinates, corners } = torus();
    const array = (kind, values) => document.createAccessor().setType(kind).setArray(values).setBuffer(buffer);
    const image = document.createTexture('pixel').setImage(Buffer.from(PIXEL, 'base64')).setMimeType('image/png');
    const primitive = document
        .createPrimitive()
        .setAttribute('POSITION', array('VEC3', positions))
        .setAttribute('NORMAL', array('VEC3', normals))
        .setAttribute('TEXCOORD_0', array('VEC2', coordinates))
        .setIndices(array('SCALAR', corners))
        .setMaterial(document.createMaterial('pixel').setBaseColorTexture(image));
    const node = document.createNode('torus').setMesh(document.createMesh('torus').addPrimitive(primitive));
    document.createScene().addChild(node);
    return document;
}

/** Instances of a strip of two triangles, turned around y: all modes and filters that other files do not have. */
function instances() {
    const COUNT = 12;
    const [translations, rotations] = [[], []];
    for (let k = 0; k < COUNT; k++) {
        const half = (Math.PI * k) / COUNT;
        rotations.push(0, Math.sin(half), 0, Math.cos(half));
        translations.push(k, 0.5 * k, -0.25 * k);
    }
    const plate = new Float32Array([0, 0, 0, 1, 0, 0, 0, 0, -1, 1, 0, -1]);
    const bytes = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const parts = [
        { data: bytes(plate), stride: 12, mode: 'ATTRIBUTES', filter: 'NONE' },
        { data: bytes(new Uint16Array([0, 1, 2, 3])), stride: 2, mode: 'INDICES', filter: 'NONE' },
        {
            data: MeshoptEncoder.encodeFilterExp(new Float32Array(translations), COUNT, 12, 15),
            stride: 12, mode: 'ATTRIBUTES', filter: 'EXPONENTIAL',
        },
        {
            data: MeshoptEncoder.encodeFilterQuat(new Float32Array(rotations), COUNT, 8, 16),
            stride: 8, mode: 'ATTRIBUTES', filter: 'QUATERNION',
        },
    ];
    const bin = [];
    let [offset, plainOffset] = [0, 0];
    const bufferViews = parts.map(({ data, stride, mode, filter }) => {
        const count = data.byteLength / stride;
        const stream = MeshoptEncoder.encodeGltfBuffer(data, count, stride, mode, mode === 'ATTRIBUTES' ? 1 : undefined);
        const extension = { buffer: 0, byteOffset: offset, byteLength: stream.length, byteStride: stride, count, mode, filter };
        const view = {
            buffer: 1, byteOffset: plainOffset, byteLength: data.byteLength,
            extensions: { KHR_meshopt_compression: extension },
        };
        bin.push(Buffer.from(stream), Buffer.alloc((4 - (stream.length % 4)) % 4));
        offset += Math.ceil(stream.length / 4) * 4;
        plainOffset += Math.ceil(data.byteLength / 4) * 4;
        return view;
    });
    const used = ['EXT_mesh_gpu_instancing', 'KHR_meshopt_compression'];
    const gltf = {
        asset: { version: '2.0', generator: 'make.mjs' },
        extensionsUsed: used,
        extensionsRequired: used,
        buffers: [
            { byteLength: offset },
            { byteLength: plainOffset, extensions: { KHR_meshopt_compression: { fallback: true } } },
        ],
        bufferViews,
        accessors: [
            { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, -1], max: [1, 0, 0] },
            { bufferView: 1, componentType: 5123, count: 4, type: 'SCALAR' },
            { bufferView: 2, componentType: 5126, count: COUNT, type: 'VEC3' },
            { bufferView: 3, componentType: 5122, normalized: true, count: COUNT, type: 'VEC4' },
        ],
        meshes: [{ name: 'plate', primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: 5 }] }],
        nodes: [{
            name: 'plate', mesh: 0,
            extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 2, ROTATION: 3 } } },
        }],
        scenes: [{ nodes: [0] }],
        scene: 0,
    };
    const json = Buffer.from(JSON.stringify(gltf));
    const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, ' ')]);
    const chunk = (kind, data) => {
        const head = Buffer.alloc(8);
        head.writeUInt32LE(data.length, 0);
        head.write(kind, 4, 'latin1');
        return Buffer.concat([head, data]);
    };
    const chunks = Buffer.concat([chunk('JSON', padded), chunk('BIN\0', Buffer.concat(bin))]);
    const head = Buffer.alloc(12);
    head.write('glTF', 0, 'latin1');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(12 + chunks.length, 8);
    fs.writeFileSync(path.join(FOLDER, 'meshopt_instances.glb'), Buffer.concat([head, chunks]));
}

await MeshoptEncoder.ready;
fs.mkdirSync(FOLDER, { recursive: true });
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.encoder': await draco3d.createEncoderModule(),
    'draco3d.decoder': await draco3d.createDecoderModule(),
});
const bits = { quantizePosition: 12, quantizeNormal: 10, quantizeTexcoord: 12 };
for (const [name, options] of Object.entries({
    draco_edgebreaker: { method: 'edgebreaker', encodeSpeed: 5, decodeSpeed: 5 },
    draco_valence: { method: 'edgebreaker', encodeSpeed: 0, decodeSpeed: 0 },
    draco_sequential: { method: 'sequential', encodeSpeed: 5, decodeSpeed: 5 },
})) {
    const document = plain();
    await document.transform(draco({ ...bits, ...options }));
    await io.write(path.join(FOLDER, `${name}.glb`), document);
}

const source = path.join(FOLDER, 'plain.glb');
await io.write(source, plain());
for (const [name, options] of Object.entries({
    meshopt: ['-c', '-ce', 'ext'],
    meshopt_filters: ['-cc', '-ce', 'ext', '-vpf', '-vn', '12'],
    meshopt_khr: ['-cc', '-ce', 'khr'],
})) {
    const target = path.join(FOLDER, `${name}.glb`);
    execFileSync('npx', ['gltfpack', '-i', source, '-o', target, '-kn', '-km', ...options]);
}
fs.unlinkSync(source);
instances();
