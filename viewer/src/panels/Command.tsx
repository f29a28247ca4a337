// Commands an actuator: a number with a slider for each field.

import { useSignal } from "@preact/signals";
import type { ComponentInfo } from "../protocol";
import type { Session } from "../session";
import { NumberInput } from "./NumberInput";
import { quantityOf } from "./quantities";

export function Command({ info, session }: { info: ComponentInfo; session: Session }) {
  const fields = (info.fields ?? []).filter((field) => field.type === "float" || field.type === "int");
  const texts = useSignal<Record<string, string>>({});
  if (!fields.length) return null;
  const send = (changed: Record<string, string>): void => {
    texts.value = { ...texts.value, ...changed };
    const values = fields.map(({ name }) => [name, Number(texts.value[name] ?? 0)] as const);
    if (values.every(([, value]) => Number.isFinite(value))) session.connection.command(info.name, Object.fromEntries(values));
  };
  return (
    <>
      <h3>Command</h3>
      <div class="command">
        {fields.map((field) => {
          const quantity = quantityOf(field.name, info.fields, 0);
          return (
            quantity && (
              <label key={field.name} title={field.doc}>
                <span>{field.name}</span>
                <NumberInput
                  name={field.name}
                  quantity={quantity}
                  text={texts.value[field.name] ?? "0"}
                  onInput={(text) => text !== "" && send({ [field.name]: text })}
                />
              </label>
            )
          );
        })}
        <button type="button" class="secondary" onClick={() => send(Object.fromEntries(fields.map(({ name }) => [name, "0"])))}>
          All zero
        </button>
      </div>
    </>
  );
}
