// The connection to the simulator. It reconnects by itself when the simulator is restarted.

import type { Answer, ServerMessage } from "./protocol";

const RETRY_MS = 800;

export interface Listener {
  message(message: ServerMessage): void;
  binary(buffer: ArrayBuffer): void;
  state(state: "connecting" | "open" | "lost"): void;
}

export const token = new URLSearchParams(location.search).get("token");

/** An address of the server, with the token if there is one. */
export function address(path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters);
  if (token) query.set("token", token);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

export class Connection {
  private socket?: WebSocket;
  private calls = new Map<number, (answer: Answer) => void>();
  private next = 1;
  private subscribed = "";
  /** Whether to try again when the connection is lost. */
  private retries = true;

  constructor(private readonly listener: Listener) {}

  open(): void {
    this.listener.state("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${address("/ws")}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.subscribed = "";
      this.listener.state("open");
    };
    socket.onmessage = (event) => {
      if (typeof event.data !== "string") return this.listener.binary(event.data as ArrayBuffer);
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.type === "refused") this.retries = false;
      if (message.type === "answer") {
        this.calls.get(message.id)?.(message);
        this.calls.delete(message.id);
      } else {
        this.listener.message(message);
      }
    };
    socket.onclose = () => {
      for (const [id, done] of this.calls)
        done({ type: "answer", id, status: "failed", message: "the connection was lost" });
      this.calls.clear();
      this.listener.state("lost");
      if (this.retries) setTimeout(() => this.open(), RETRY_MS);
    };
  }

  private send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Calls a service. The promise is fulfilled by any answer. */
  call(component: string, service: string, args: unknown[] = []): { id: number; answer: Promise<Answer> } {
    const id = this.next++;
    const answer = new Promise<Answer>((done) => {
      this.calls.set(id, done);
      if (!this.send({ type: "call", id, component, service, arguments: args })) {
        this.calls.delete(id);
        done({ type: "answer", id, status: "failed", message: "there is no connection" });
      }
    });
    return { id, answer };
  }

  cancel(id: number): void {
    this.send({ type: "cancel", id });
  }

  command(component: string, values: Record<string, unknown>): void {
    this.send({ type: "command", component, values });
  }

  /** Subscribes to the readings of some components in place of the earlier ones. */
  subscribe(components: string[]): void {
    const text = JSON.stringify(components);
    if (text === this.subscribed) return;
    if (this.send({ type: "subscribe", components })) this.subscribed = text;
  }
}
