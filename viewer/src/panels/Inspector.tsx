// The selected object: its live fields, its services, and its actions.

import type { FieldInfo, SceneObject } from "../protocol";
import { isPinned, numbersOf, togglePin } from "../history";
import * as editor from "../editor";
import type { Session } from "../session";
import * as state from "../state";
import { Actions } from "./Actions";
import { Command } from "./Command";
import { ObjectForm } from "./editor/ObjectForm";
import { SceneSummary } from "./editor/SceneSummary";
import { Icon, IconButton } from "./icons";
import { Panel } from "./Panel";
import { Services } from "./Services";

export function Inspector({ session }: { session: Session }) {
  const name = state.selected.value;
  const object = name ? state.byName.value.get(name) : undefined;
  if (editor.isOn.value && !object) return <SceneSummary session={session} />;
  if (!name || !object) {
    return (
      <Panel name="inspector" title="Nothing selected" label="Selected object">
        <p class="faint">
          Select a robot or a component in the list, or click on it in the scene. A double click brings the camera to it.
        </p>
        <Keys />
      </Panel>
    );
  }
  return (
    <Panel
      name="inspector"
      title={name}
      label="Selected object"
      tools={
        <>
          <Icon name={object.kind} />
          <IconButton icon="close" title="Select nothing (Escape)" onClick={() => session.select(null)} />
        </>
      }
    >
      {editor.isOn.value ? <ObjectForm session={session} /> : <Details object={object} session={session} />}
    </Panel>
  );
}

function Details({ object, session }: { object: SceneObject; session: Session }) {
  const info = state.described.value;
  return (
    <>
      <p class="faint">
        {object.class?.split(".").pop()}
        {info?.level && info.level !== "default" ? ` · level ${info.level}` : ""}
        {info?.rate_hz && object.kind !== "robot" ? ` · ${Number(info.rate_hz.toFixed(2))} Hz` : ""}
        {info?.active === false ? " · inactive" : ""}
      </p>
      <Actions object={object} session={session} key={object.name} />
      {info?.doc && <About text={info.doc} />}
      <Picture name={object.name} />
      {object.node !== null && <Place object={object} session={session} />}
      <Fields name={object.name} />
      {info && object.kind === "actuator" && state.recording.value === null && (
        <Command info={info} session={session} key={`command ${info.name}`} />
      )}
      {info?.services && info.services.length > 0 && <Services info={info} session={session} key={info.name} />}
    </>
  );
}

/** The first sentence, and the rest on demand. */
function About({ text }: { text: string }) {
  const plain = text.replaceAll("`", "");
  const end = plain.search(/[.:] /) + 1;
  if (end <= 0 || plain.length < 120) return <p class="doc">{plain}</p>;
  return (
    <details class="about">
      <summary class="doc">{plain.slice(0, end)}</summary>
      <p class="doc">{plain.slice(end)}</p>
    </details>
  );
}

function Picture({ name }: { name: string }) {
  const url = state.pictures.value.get(name);
  return (
    url && (
      <button type="button" class="picture" title="Enlarge it" onClick={() => (state.enlarged.value = name)}>
        <img src={url} alt={`Picture of ${name}`} />
      </button>
    )
  );
}

/** Where it is in the world, as the page shows it. */
function Place({ object, session }: { object: SceneObject; session: Session }) {
  void state.time.value;
  const node = session.world.object(object.name);
  if (!node) return null;
  const [x, y, z] = [12, 13, 14].map((index) => node.matrixWorld.elements[index]);
  const yaw = (Math.atan2(node.matrixWorld.elements[1], node.matrixWorld.elements[0]) * 180) / Math.PI;
  return (
    <dl class="place" title="Place in the world, and heading">
      {[
        ["x", `${x.toFixed(2)} m`],
        ["y", `${y.toFixed(2)} m`],
        ["z", `${z.toFixed(2)} m`],
        ["heading", `${yaw.toFixed(0)}°`],
      ].map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Fields({ name }: { name: string }) {
  const reading = state.readings.value.get(name);
  const info = state.described.value;
  if (!reading || !Object.keys(reading.fields).length) {
    const isDue = info?.fields && info.fields.length > 0;
    return isDue ? <p class="faint">No reading yet.</p> : null;
  }
  const about = new Map(info?.fields?.map((field) => [field.name, field]));
  return (
    <>
      <h3>Fields</h3>
      <table class="fields">
        <tbody>
          {Object.entries(reading.fields).map(([field, value]) => (
            <Field
              key={field}
              name={field}
              value={value}
              info={about.get(field)}
              plotted={isPinned(name, field)}
              onPlot={() => togglePin({ component: name, field, unit: about.get(field)?.unit ?? "" })}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface FieldProps {
  name: string;
  value: unknown;
  info?: FieldInfo;
  plotted: boolean;
  onPlot: () => void;
}

function Field({ name, value, info, plotted, onPlot }: FieldProps) {
  const canPlot = numbersOf(value).length > 0;
  return (
    <tr title={info?.doc}>
      <th scope="row">
        {canPlot ? (
          <button type="button" class="link" aria-pressed={plotted} title="Plot it, or no longer" onClick={onPlot}>
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      <td>
        {readable(value)}
        {info?.unit && <span class="unit"> {info.unit}</span>}
      </td>
    </tr>
  );
}

/** A value in a few characters. */
export function readable(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(3);
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    if (value.length > 6) {
      const numbers = value.filter((item): item is number => typeof item === "number" && Number.isFinite(item));
      const range = numbers.length ? `, ${Math.min(...numbers).toFixed(2)} to ${Math.max(...numbers).toFixed(2)}` : "";
      return `${value.length} values${range}`;
    }
    return value.map(readable).join(", ");
  }
  if (typeof value === "object") {
    const known = value as Record<string, unknown>;
    if (Array.isArray(known.$image)) return `${known.$image.join(" × ")} pixels`;
    if (known.$points !== undefined) return `${String(known.$points)} points`;
    if (known.$bytes !== undefined) return `${String(known.$bytes)} bytes`;
    if (known.$list !== undefined) return `${String(known.$list)} values, ${readable(known.min)} to ${readable(known.max)}`;
    if (known.$tuple !== undefined) return readable(known.$tuple);
    const parts = Object.entries(known).map(([key, item]) => `${key} ${readable(item)}`);
    return parts.length > 8 ? `${parts.slice(0, 8).join(", ")}, … (${parts.length})` : parts.join(", ") || "empty";
  }
  return String(value);
}

function Keys() {
  const keys: [string, string][] = [
    ["Space", "pause and resume"],
    [".", "one step"],
    ["f  e", "follow, see with its eyes"],
    ["d", "drive with W A S D"],
    ["m  u  r", "move over the ground, up and down, turn"],
    ["p", "pull bodies and links with the mouse"],
    ["Ctrl+Z", "take back"],
    ["Esc", "select nothing"],
  ];
  return (
    <dl class="keys">
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            {key.split("  ").map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
