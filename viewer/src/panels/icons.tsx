// Icons, drawn on a square of 24.

const PATHS: Record<string, string> = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  step: "M5 5v14l9-7zM16 5h3v14h-3z",
  reset: "M12 5V1.5L6.5 6.5 12 11.5V8a5.5 5.5 0 1 1-5.5 5.5H3.5A8.5 8.5 0 1 0 12 5z",
  loop: "M7 6h9V3l5 4.500-5 4.500V9H7a2.500 2.500 0 0 0 0 5h1v3H7A5.500 5.500 0 0 1 7 6zM17 18H8v3l-5-4.500L8 12v3h9a2.500 2.500 0 0 0 0-5h-1V7h1a5.500 5.500 0 0 1 0 11z",
  layers: "M12 2 1.5 8 12 14l10.500-6zM3.300 11.600 1.500 12.600 12 18.600l10.500-6-1.800-1L12 16.600z",
  tree: "M3 4h7v5H7.500v2H14V9h7v5h-7v-1.200H7.500V18H14v-2h7v5h-7v-1.200H5.700V9H3z",
  inspector: "M4 4h16v2.500H4zM4 9h10v2.500H4zM4 14h16v2.500H4zM4 19h10v2H4z",
  log: "M3 4h18v16H3zM5.500 8l3.500 3-3.500 3 1.300 1.500L12 11 6.800 6.500zM12 15h6v1.800h-6z",
  add: "M10.500 4h3v6.500H20v3h-6.500V20h-3v-6.500H4v-3h6.500z",
  remove: "M9 3h6v2h5v2.500H4V5h5zM5.500 9h13L17.500 21h-11zM9 11l.5 8H11l-.3-8zm4.300 0-.3 8h1.500l.5-8z",
  redo: "M16 4v4h-6a5.500 5.500 0 0 0 0 11.500h7v-3h-7a2.500 2.500 0 0 1 0-5.500h6v4l6-5.500z",
  save: "M4 3h13l4 4v14H3V4zM7 5v5h9V5zm-1 8v6h12v-6z",
  check: "M4 13l2-2 4 4 8.500-9 2 2L10 19z",
  undo: "M8 4v4h6a5.500 5.500 0 0 1 0 11.500H7v-3h7a2.500 2.500 0 0 0 0-5.500H8v4L2 9.500z",
  picture: "M9 4h6l1.500 2.500H21V20H3V6.500h4.500zM12 9a4.300 4.300 0 1 0 0 8.600A4.300 4.300 0 0 0 12 9zm0 2.200a2.100 2.100 0 1 1 0 4.200 2.100 2.100 0 0 1 0-4.200z",
  film: "M2 6h13v12H2zM16.500 10.500 22 7v10l-5.500-3.500z",
  record: "M12 4.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15z",
  stop: "M6 6h12v12H6z",
  plot: "M3 3h2.300v15.700H21V21H3zM7 15l4-5.500 3 2.500 4.500-6.500 1.700 1.200-5.700 8.300-3.200-2.600L8.700 16.200z",
  height: "M12 1 7.500 6H11v12H7.500L12 23l4.500-5H13V6h3.500z",
  fold: "M12 9 5 16l1.700 1.700L12 12.400l5.300 5.300L19 16z",
  unfold: "M12 16l7-7-1.700-1.700L12 12.600 6.700 7.300 5 9z",
  "dock-left": "M3 4h18v16H3zm8 2v12h8V6z",
  "dock-right": "M3 4h18v16H3zm2 2v12h8V6z",
  "dock-bottom": "M3 4h18v16H3zm2 2v7h14V6z",
  sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.500 5l1.500-1.500L7.700 6.200 6.200 7.700zM16.300 17.800l1.500-1.500 2.700 2.700-1.500 1.500zM3.500 19l2.700-2.700 1.500 1.500L5 20.500zM16.300 6.200 19 3.500 20.500 5l-2.700 2.700z",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
  home: "M12 3 2 11.500h3V20h5.500v-5.500h3V20H19v-8.500h3z",
  follow: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.200a7.800 7.800 0 1 1 0 15.600 7.800 7.800 0 0 1 0-15.600zM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z",
  eye: "M12 5C6.500 5 2.500 9 1 12c1.500 3 5.500 7 11 7s9.500-4 11-7c-1.500-3-5.500-7-11-7zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8z",
  drive: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.500a7.500 7.500 0 0 1 7.200 5.500H4.800A7.500 7.500 0 0 1 12 4.500zM4.600 12.500h4.200a3.300 3.300 0 0 0 2 2.900v4A7.500 7.500 0 0 1 4.600 12.500zm8.700 6.900v-4a3.300 3.300 0 0 0 2-2.900h4.100a7.500 7.500 0 0 1-6.100 6.900z",
  move: "M12 1 8 5h3v6H5V8l-4 4 4 4v-3h6v6H8l4 4 4-4h-3v-6h6v3l4-4-4-4v3h-6V5h3z",
  robot: "M11 2h2v3h5a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8.500 9.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM1 10h2v5H1zM21 10h2v5h-2zM7 21h10v2H7z",
  sensor: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM7 5 5.500 3.500a12 12 0 0 0 0 17L7 19A10 10 0 0 1 7 5zM17 5a10 10 0 0 1 0 14l1.500 1.500a12 12 0 0 0 0-17zM9.800 7.800 8.400 6.400a8 8 0 0 0 0 11.200l1.400-1.400a6 6 0 0 1 0-8.400zM14.200 7.800a6 6 0 0 1 0 8.400l1.400 1.400a8 8 0 0 0 0-11.200z",
  actuator: "M13 1 4 13.500h6L9 23l10-13.500h-6.500z",
  passive: "M12 1.500 2.500 6.500v11l9.500 5 9.500-5v-11zm0 2.300 6.500 3.400L12 10.700 5.500 7.200zM4.500 9l6.500 3.400v7L4.500 16zM13 19.400v-7L19.500 9v7z",
  close: "M5.500 4 4 5.500 10.500 12 4 18.500 5.500 20l6.500-6.500 6.500 6.500 1.500-1.500-6.500-6.500L20 5.500 18.500 4 12 10.500z",
};

export function Icon({ name }: { name: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name] ?? PATHS.passive} fill="currentColor" />
    </svg>
  );
}

interface ButtonProps {
  icon: string;
  title: string;
  pressed?: boolean;
  disabled?: boolean;
  label?: string;
  onClick: () => void;
}

export function IconButton({ icon, title, pressed, disabled, label, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      class={label ? "button labeled" : "button"}
      title={title}
      // The name of a button with a text is that text; its title describes it.
      aria-label={label ? undefined : title}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {label && <span>{label}</span>}
    </button>
  );
}
