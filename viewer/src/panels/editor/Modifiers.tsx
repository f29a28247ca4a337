// The modifiers of the selected component: their arguments, their order, and further ones.

import * as editor from "../../editor";
import type { Session } from "../../session";
import { Field } from "./Field";

export function Modifiers({ session, object }: { session: Session; object: editor.EditedObject }) {
  const { name, modifiers, modifier_choices: choices } = object;
  if (modifiers.length + choices.length === 0) return null;
  const plain = modifiers.map(({ modifier, arguments: given }) => ({ modifier, arguments: given }));
  const send = (list: object[]) => editor.change(session, "set_modifiers", [name, list]);
  const set = (index: number, argument: string, value: unknown) => {
    const given: Record<string, unknown> = { ...plain[index].arguments };
    if (value === null) delete given[argument];
    else given[argument] = value;
    return send(plain.map((old, at) => (at === index ? { ...old, arguments: given } : old)));
  };
  const tell = async (refusal: Promise<string | null>): Promise<void> => {
    const reason = await refusal;
    if (reason) session.tell(reason);
  };
  return (
    <>
      <h3>Modifiers</h3>
      {modifiers.map(({ modifier, doc, properties }, index) => (
        <section key={`${name} ${index} ${modifier}`} class="modifier" aria-label={`Modifier ${modifier}`}>
          <p title={doc ?? undefined}>
            {modifier}{" "}
            <button
              type="button"
              class="small"
              title="Remove it"
              aria-label={`Remove the modifier ${modifier}`}
              onClick={() => void tell(send(plain.filter((_, at) => at !== index)))}
            >
              ×
            </button>
          </p>
          <div class="fields-form">
            {properties.map((argument) => (
              <Field
                key={`${name} ${index} ${modifier} ${argument.name}`}
                label={argument.name}
                type={argument.type}
                unit={argument.unit ?? ""}
                doc={argument.doc}
                choices={argument.one_of}
                value={argument.value}
                isSet={argument.is_set}
                onSend={(value) => set(index, argument.name, value)}
              />
            ))}
          </div>
        </section>
      ))}
      {choices.length > 0 && (
        <label class="switch">
          <span>Add a modifier</span>
          <select
            value=""
            onChange={(event) => {
              const modifier = event.currentTarget.value;
              event.currentTarget.value = "";
              if (modifier) void tell(send([...plain, { modifier, arguments: {} }]));
            }}
          >
            <option value="">…</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
