// The bar at the top: the scene, its time, what is drawn.

import { useSignal } from "@preact/signals";
import { savePicture, toggleFilm, toggleRecord, undo } from "../actions";
import * as editor from "../editor";
import { POINT_COLORS, type PointColor } from "../scene/colors";
import type { Session } from "../session";
import * as state from "../state";
import { EditorBar } from "./editor/EditorBar";
import { Icon, IconButton } from "./icons";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10];

export function TopBar({ session }: { session: Session }) {
  return (
    <header class="bar">
      <div class="title">
        <span class={`dot ${state.connection.value}`} title={state.connection.value} />
        <strong>{state.hello.value?.scene ?? "MORSE"}</strong>
      </div>
      {editor.isOn.value ? <EditorBar session={session} /> : <TimeControls session={session} />}
      <Timeline session={session} />
      <div class="tools">
        {!editor.isOn.value && <Capture session={session} />}
        {state.isLive.value && (
          <IconButton
            icon="actuator"
            title="Pull bodies and links with the mouse, by a spring (p)"
            pressed={state.pulling.value}
            onClick={() => (state.pulling.value = !state.pulling.value)}
          />
        )}
        <Overlays session={session} />
        <IconButton icon="home" title="Camera of the scene (Home)" onClick={() => session.world.home()} />
        <IconButton
          icon={state.isDark() ? "sun" : "moon"}
          title="Dark or light"
          onClick={() => (state.theme.value = state.isDark() ? "light" : "dark")}
        />
      </div>
    </header>
  );
}

function TimeControls({ session }: { session: Session }) {
  const { paused, scale, loops } = state.status.value;
  const recording = state.recording.value;
  const speeds = SPEEDS.includes(scale) ? SPEEDS : [...SPEEDS, scale].sort((a, b) => a - b);
  return (
    <div class="time" role="group" aria-label="Time">
      <IconButton
        icon={paused ? "play" : "pause"}
        title={paused ? "Resume (Space)" : "Pause (Space)"}
        onClick={() => void session.togglePause()}
      />
      <IconButton icon="step" title="One step (.)" onClick={() => void session.step()} />
      {recording ? (
        <IconButton
          icon="loop"
          title="Begin again at the end"
          pressed={loops}
          onClick={() => void session.callAndTell("replay", "set_loop", [!loops])}
        />
      ) : (
        <IconButton
          icon="reset"
          title="Put all objects back to where they were at the start"
          onClick={() => void session.callAndTell("simulation", "reset_objects")}
        />
      )}
      <select
        aria-label="Speed"
        title="Simulated seconds per second that the run aims at"
        value={String(scale)}
        onChange={(event) =>
          void session.callAndTell("time", "set_time_scale", [Number(event.currentTarget.value)])
        }
      >
        {speeds.map((speed) => (
          <option key={speed} value={String(speed)}>
            {speed}×
          </option>
        ))}
      </select>
      <output class="clock" title="Simulated time">
        {clock(state.time.value)}
      </output>
      <output class="pace" title="Simulated seconds per second that the run reaches">
        {paused ? "paused" : `${state.pace.value.toFixed(2)}×`}
      </output>
    </div>
  );
}

/** Where a recording stands, and how to get elsewhere in it. */
function Timeline({ session }: { session: Session }) {
  const dragged = useSignal<number | null>(null);
  const recording = state.recording.value;
  if (!recording) return null;
  const [begin, end] = recording;
  return (
    <div class="timeline">
      <input
        type="range"
        aria-label="Time in the recording"
        aria-valuetext={`${clock(state.time.value)} of ${clock(end)}`}
        min={begin}
        max={end}
        step={Math.max((end - begin) / 2000, 0.001)}
        value={dragged.value ?? state.time.value}
        onInput={(event) => {
          dragged.value = Number(event.currentTarget.value);
          session.seek(dragged.value);
        }}
        onChange={() => (dragged.value = null)}
      />
      <output class="clock">{clock(end)}</output>
    </div>
  );
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = String(Math.floor(whole / 60) % 60).padStart(2, "0");
  const rest = (seconds - Math.floor(whole / 60) * 60).toFixed(1).padStart(4, "0");
  return hours ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`;
}

/** Undo, and files of the scene. */
function Capture({ session }: { session: Session }) {
  const change = state.undoable.value.at(-1);
  const isRecorded = state.recordedTo.value !== null;
  return (
    <>
      {state.recording.value === null && (
        <IconButton
          icon="undo"
          title={change ? `Take back: ${change.title} (Ctrl+Z)` : "Nothing to take back"}
          disabled={!change}
          onClick={() => void undo(session)}
        />
      )}
      <IconButton icon="picture" title="Save a picture of the scene" onClick={() => void savePicture(session)} />
      <IconButton
        icon={state.filming.value ? "stop" : "film"}
        title={state.filming.value ? "End the film and save it" : "Film the scene"}
        pressed={state.filming.value}
        onClick={() => toggleFilm(session)}
      />
      {state.recording.value === null && (
        <IconButton
          icon={isRecorded ? "stop" : "record"}
          title={isRecorded ? `End the recording ${state.recordedTo.value}` : "Record the run to a file of the simulator"}
          pressed={isRecorded}
          onClick={() => void toggleRecord(session)}
        />
      )}
    </>
  );
}

function Overlays({ session }: { session: Session }) {
  const open = useSignal(false);
  const shown = state.overlays.value;
  return (
    <div class="menu" onKeyDown={(event) => event.key === "Escape" && (open.value = false)}>
      <button
        type="button"
        class="button labeled"
        aria-expanded={open.value}
        title="Overlays of the scene"
        onClick={() => (open.value = !open.value)}
      >
        <Icon name="layers" />
        <span>Show</span>
      </button>
      {open.value && (
        <div class="popup" role="group" aria-label="Overlays of the scene">
          {state.OVERLAYS.map(({ name, title, key }) => (
            <label key={name} class="switch">
              <input
                type="checkbox"
                checked={shown[name]}
                onChange={() => (state.overlays.value = { ...shown, [name]: !shown[name] })}
              />
              <span>{title}</span>
              <kbd>{key}</kbd>
            </label>
          ))}
          <label class="switch">
            <span>Color of points</span>
            <select
              value={state.pointColor.value}
              onChange={(event) => (state.pointColor.value = event.currentTarget.value as PointColor)}
            >
              {POINT_COLORS.map((color) => (
                <option key={color} value={color}>
                  {color}
                </option>
              ))}
            </select>
          </label>
          <p class="faint numbers">
            {state.frames.value.toFixed(0)} pictures/s · {state.kilobytes.value.toFixed(0)} kB/s
            {session.world.limit && (
              <>
                <br />
                No graphics card draws: {(1000 / session.world.limit.periodMs).toFixed(0)} pictures/s at most, so that the
                simulation has time.
              </>
            )}
          </p>
        </div>
      )}
    </div>
  );
}
