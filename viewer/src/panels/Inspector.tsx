// The selected object: its live fields, its services, and its actions.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FieldInfo, SceneObject } from "../protocol";
import type { Session } from "../session";
import * as state from "../state";
import { driver } from "./Drive";
import { Icon, IconButton } from "./icons";
import { Plot, numbersOf } from "./Plot";
import { Services } from "./Services";

export function Inspector({ session }: { session: Session }) {
  const name = state.selected.value;
  const object = name ? state.byName.value.get(name) : undefined;
  if (!name || !object) {
    return (
      <section class="panel inspector" aria-label="Selected object">
        <h2>Nothing selected</h2>
        <p class="faint">
          Select a robot or a component in the list, or click on it in the scene. A double click brings the camera to it.
        </p>
        <Keys />
      </section>
    );
  }
  return (
    <section class="panel inspector" aria-label="Selected object">
      <header class="subject">
        <Icon name={object.kind} />
        <h2>{name}</h2>
        <IconButton icon="close" title="Select nothing (Escape)" onClick={() => session.select(null)} />
      </header>
      <Details object={object} session={session} />
    </section>
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
      <Actions object={object} session={session} />
      {info?.doc && <About text={info.doc} />}
      <Picture name={object.name} />
      {object.node !== null && <Place object={object} session={session} />}
      <Fields name={object.name} />
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

function Actions({ object, session }: { object: SceneObject; session: Session }) {
  const mode = state.cameraMode.value;
  const robot = state.robotOf(object.name);
  // A recording cannot be changed.
  const isLive = state.recording.value === null;
  const canDrive = isLive && robot !== undefined && driver(robot.name) !== undefined;
  const canMove = isLive && (object.kind === "robot" || object.kind === "passive");
  const toggle = (to: "follow" | "first person") => (state.cameraMode.value = mode === to ? "orbit" : to);
  return (
    <div class="actions" role="group" aria-label="Actions">
      <IconButton
        icon="follow"
        label="Follow"
        title="The camera follows it (f)"
        pressed={mode === "follow"}
        onClick={() => toggle("follow")}
      />
      <IconButton
        icon="eye"
        label="Eyes"
        title="See with its eyes (e)"
        pressed={mode === "first person"}
        onClick={() => toggle("first person")}
      />
      {canDrive && (
        <IconButton
          icon="drive"
          label="Drive"
          title="Drive it with W A S D or the arrow keys (d)"
          pressed={state.driving.value}
          onClick={() => (state.driving.value = !state.driving.value)}
        />
      )}
      {canMove && (
        <IconButton
          icon="move"
          label="Move"
          title="Move it with the mouse (m)"
          pressed={state.moving.value}
          onClick={() => {
            state.moving.value = !state.moving.value;
            session.world.moverMode = "translate";
          }}
        />
      )}
      {canMove && state.moving.value && (
        <IconButton
          icon="reset"
          label="Turn"
          title="Turn it with the mouse (r)"
          onClick={() => (session.world.moverMode = "rotate")}
        />
      )}
    </div>
  );
}

function Picture({ name }: { name: string }) {
  const url = state.pictures.value.get(name);
  return url ? <img class="picture" src={url} alt={`Picture of ${name}`} /> : null;
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
  const plotted = useSignal<string | null>(null);
  useEffect(() => {
    plotted.value = null;
  }, [name]);
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
              plotted={plotted.value === field}
              onPlot={() => (plotted.value = plotted.value === field ? null : field)}
            />
          ))}
        </tbody>
      </table>
      {plotted.value && <Plot component={name} field={plotted.value} unit={about.get(plotted.value)?.unit ?? ""} />}
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
          <button type="button" class="link" aria-pressed={plotted} title="Plot it" onClick={onPlot}>
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
    ["m  r", "move, turn with the mouse"],
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
