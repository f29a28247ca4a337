// The selected object in the editor: its place by numbers, its rate, its properties, and copies.

import * as editor from "../../editor";
import type { PlacingMode } from "../../scene/placing";
import type { Session } from "../../session";
import * as state from "../../state";
import { IconButton } from "../icons";
import { Field } from "./Field";
import { Modifiers } from "./Modifiers";

const PLACING: { mode: PlacingMode; icon: string; label: string; title: string }[] = [
  { mode: "ground", icon: "move", label: "Move", title: "Drag it over the ground and other surfaces (m)" },
  { mode: "axes", icon: "move", label: "Axes", title: "Move it along the axes of the world (a)" },
  { mode: "height", icon: "height", label: "Up/down", title: "Move it up and down (u)" },
  { mode: "turn", icon: "reset", label: "Turn", title: "Turn it (r)" },
];
const DEGREES = 180 / Math.PI;

export function ObjectForm({ session }: { session: Session }) {
  const object = editor.selected.value;
  if (object === null) return null;
  if (typeof object === "string") return <p class="refusal">{object}</p>;
  const { name, location, rotation } = object;
  const send = (service: string, ...rest: unknown[]) => editor.change(session, service, [name, ...rest]);
  const zone = object.half_extents;
  const place = (values: number[], index: number, value: unknown): number[] =>
    values.map((old, at) => (at === index ? Number(value) : old));
  return (
    <>
      <p class="faint">
        {object.builder ?? object.kind}
        {object.source ? ` · ${object.source.split("/").pop()}` : ""}
        {object.added ? " · added by the editor" : ""}
      </p>
      <div class="actions" role="group" aria-label="Actions">
        {PLACING.map(({ mode, icon, label, title }) => (
          <IconButton
            key={mode}
            icon={icon}
            label={label}
            title={title}
            pressed={state.placing.value === mode}
            onClick={() => (state.placing.value = state.placing.value === mode ? null : mode)}
          />
        ))}
        <IconButton icon="add" label="Duplicate" title="Copy it with everything on it (Ctrl+D)" onClick={() => void editor.duplicate(session, name)} />
        <IconButton icon="remove" label="Remove" title="Remove it with everything on it (Delete)" onClick={() => void editor.changeAndTell(session, "remove", [name])} />
      </div>
      <h3>{object.parent ? `Place on ${object.parent}` : "Place in the world"}</h3>
      <div class="fields-form">
        {["x", "y", "z"].map((axis, index) => (
          <Field
            key={`${name} ${axis}`}
            label={axis}
            type="float"
            unit="m"
            value={location[index]}
            onSend={(value) => send("place", place(location, index, value), rotation)}
          />
        ))}
        {!zone &&
          ["roll", "pitch", "yaw"].map((axis, index) => (
            <Field
              key={`${name} ${axis}`}
              label={axis}
              type="float"
              unit="°"
              value={Number((rotation[index] * DEGREES).toFixed(3))}
              onSend={(value) => send("place", location, place(rotation, index, Number(value) / DEGREES))}
            />
          ))}
        {zone?.map((half, index) => (
          <Field
            key={`${name} size ${index}`}
            label={`size ${"xyz"[index]}`}
            type="float"
            unit="m"
            value={2 * half}
            onSend={(value) => send("set_size", place(zone, index, Number(value) / 2))}
          />
        ))}
        {object.has_rate && (
          <Field key={`${name} rate`} label="rate" type="float" unit="Hz" value={object.rate} onSend={(value) => send("set_rate", value)} />
        )}
      </div>
      {object.levels.length > 0 && (
        <>
          <h3>Level</h3>
          <div class="fields-form">
            <Field
              key={`${name} level`}
              label="level"
              type="string"
              unit=""
              doc={object.levels.map((level) => `${level.name}: ${level.doc}`).join("\n")}
              choices={object.levels.map((level) => level.name)}
              value={object.level ?? object.levels.find((level) => level.default)?.name}
              isSet={object.level !== null}
              onSend={(value) => send("set_level", value)}
            />
          </div>
        </>
      )}
      <Modifiers session={session} object={object} />
      {object.properties.length > 0 && <h3>Properties</h3>}
      <div class="fields-form">
        {object.properties.map((property) => (
          <Field
            key={`${name} property ${property.name}`}
            label={property.name}
            type={property.type}
            unit={property.unit ?? ""}
            doc={property.doc}
            choices={property.one_of}
            value={property.value}
            isSet={property.is_set}
            onSend={(value) => send("set_property", property.name, value)}
          />
        ))}
      </div>
    </>
  );
}
