// A number with its unit and a slider.

import type { Quantity } from "./quantities";

interface NumberInputProps {
  name: string;
  quantity: Quantity;
  text: string;
  onInput: (text: string) => void;
}

export function NumberInput({ name, quantity: { unit, low, high }, text, onInput }: NumberInputProps) {
  const change = (event: { currentTarget: HTMLInputElement }): void => onInput(event.currentTarget.value);
  return (
    <span class="number">
      <input type="range" aria-label={`${name}, slider`} min={low} max={high} step={(high - low) / 200} value={text || "0"} onInput={change} />
      <input type="number" aria-label={name} step="any" value={text} onInput={change} />
      <span class="unit">{unit}</span>
    </span>
  );
}
