// Commands an actuator: a number with a slider for each field, and for each joint.

import { useSignal } from "@preact/signals";
import type { ComponentInfo } from "../protocol";
import type { Session } from "../session";
import * as state from "../state";
import { NumberInput } from "./NumberInput";
import { quantityOf } from "./quantities";

/** Units of speeds and forces: at zero, a robot stands. */
const RATES = /\/s$|^N/;

export function Command({ info, session }: { info: ComponentInfo; session: Session }) {
  const given = (info.fields ?? []).filter((field) => field.type === "float" || field.type === "int");
  // Names that depend on the scene, such as those of joints, have no field.
  const more = (info.ranges ?? []).filter(({ name }) => !given.some((field) => field.name === name));
  const fields: { name: string; unit?: string | null; doc?: string }[] = [...given, ...more];
  const texts = useSignal<Record<string, string>>({});
  if (!fields.length) return null;
  // Fields that were not set here keep their values.
  const present = state.readings.value.get(info.name)?.fields ?? {};
  const textOf = (name: string): string => texts.value[name] ?? rounded(present[name]);
  const isRates = fields.every(({ unit }) => unit && RATES.test(unit));
  const send = (changed: Record<string, string>): void => {
    texts.value = { ...texts.value, ...changed };
    const values = fields.map(({ name }) => [name, Number(textOf(name))] as const);
    if (values.every(([, value]) => Number.isFinite(value))) session.connection.command(info.name, Object.fromEntries(values));
  };
  return (
    <>
      <h3>Command</h3>
      <div class="command">
        {fields.map((field) => {
          const quantity = quantityOf(field.name, info, 0);
          return (
            quantity && (
              <label key={field.name} title={field.doc}>
                <span>{field.name}</span>
                <NumberInput
                  name={field.name}
                  quantity={quantity}
                  text={textOf(field.name)}
                  onInput={(text) => text !== "" && send({ [field.name]: text })}
                />
              </label>
            )
          );
        })}
        {isRates && (
          <button
            type="button"
            class="secondary"
            onClick={() => send(Object.fromEntries(fields.map(({ name }) => [name, "0"])))}
          >
            All zero
          </button>
        )}
      </div>
    </>
  );
}

function rounded(value: unknown): string {
  return typeof value === "number" ? String(Number(value.toPrecision(5))) : "0";
}
