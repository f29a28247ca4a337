// A value that is sent when it is entered; the reason of a refusal stands below it.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

interface FieldProps {
  label: string;
  type: string;
  unit: string;
  doc?: string;
  /** Allowed texts; empty for any. */
  choices?: string[];
  value: unknown;
  /** Whether the scene sets it; it can have its default again then. */
  isSet?: boolean;
  /** Returns the reason if the value is refused. */
  onSend: (value: unknown) => Promise<string | null>;
}

let count = 0;

export function Field({ label, type, unit, doc, choices, value, isSet, onSend }: FieldProps) {
  const text = useSignal(shown(value, type));
  const error = useSignal<string | null>(null);
  const id = useSignal(`field-${++count}`).value;
  useEffect(() => {
    text.value = shown(value, type);
    error.value = null;
  }, [shown(value, type)]);
  const send = async (entered: string): Promise<void> => {
    text.value = entered;
    if (entered === shown(value, type)) return void (error.value = null);
    error.value = await onSend(parsed(entered, type));
  };
  const about = error.value ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
  const options = type === "bool" ? ["true", "false"] : (choices ?? []);
  return (
    <div class="field">
      <label for={id} title={doc}>
        {label}
        {unit && <span class="unit"> {unit}</span>}
      </label>
      {options.length > 0 ? (
        <select id={id} value={text.value} {...about} onChange={(event) => void send(event.currentTarget.value)}>
          {!options.includes(text.value) && <option value={text.value}>{text.value}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} value={text.value} spellcheck={false} autocomplete="off" {...about} onChange={(event) => void send(event.currentTarget.value)} />
      )}
      {isSet && (
        <button type="button" class="small" title="Default" aria-label={`Default of ${label}`} onClick={() => void onSend(null).then((refusal) => (error.value = refusal))}>
          ×
        </button>
      )}
      {error.value && (
        <p id={`${id}-error`} class="refusal" role="alert">
          {error.value}
        </p>
      )}
    </div>
  );
}

function shown(value: unknown, type: string): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" && type !== "list" && type !== "dict" ? value : JSON.stringify(value);
}

/** The value that a text stands for. A text that does not fit the type is sent as it is: the checks name the problem. */
function parsed(text: string, type: string): unknown {
  if (type === "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
