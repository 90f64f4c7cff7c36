import childProcess, { type SpawnOptions } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** workerd releases its port shortly after it ends. */
const TAKE_PATIENCE_MS = 5_000;
const TAKE_PAUSE_MS = 2;
/** Miniflare's name for the socket that `unsafeDirectSockets` of the first Worker opens. */
const SOCKET_NAME = 'direct:0:default';
/** The first descriptor after the ones that Miniflare gives to workerd. */
const SOCKET_DESCRIPTOR = 4;

/** Holds the product's port while no workerd listens on it: callers wait. The next workerd gets the listening socket itself. */
export class PortHold {
  readonly #port: number;
  readonly #host: string;
  readonly #waiting = new Set<Socket>();
  #server: Server | null = null;

  constructor(port: number, host: string) {
    this.#port = port;
    this.#host = host;
  }

  /** Listens once the port is free. If that takes more than a few seconds, callers are refused. */
  async take(): Promise<void> {
    const deadline = Date.now() + TAKE_PATIENCE_MS;
    while (!this.#server && Date.now() < deadline) {
      this.#server = await this.#listen();
      if (!this.#server) await sleep(TAKE_PAUSE_MS);
    }
  }

  get descriptor(): number | null {
    // Node has no public name for the descriptor, and workerd accepts nothing else.
    const { _handle: handle } = (this.#server ?? {}) as { _handle?: { fd?: number } | null };
    return handle?.fd !== undefined && handle.fd >= 0 ? handle.fd : null;
  }

  /** Ends the hold: waiting callers connect to the new listener. */
  release(): void {
    this.#server?.close();
    this.#server = null;
    for (const caller of this.#waiting) this.#connect(caller);
    this.#waiting.clear();
  }

  #listen(): Promise<Server | null> {
    return new Promise((resolve) => {
      const server = createServer({ pauseOnConnect: true }, (caller) => {
        this.#waiting.add(caller);
        caller.once('close', () => this.#waiting.delete(caller));
        caller.on('error', () => caller.destroy());
      });
      server.once('error', () => resolve(null));
      server.listen(this.#port, this.#host, () => resolve(server));
    });
  }

  #connect(caller: Socket): void {
    const target = connect(this.#port, this.#host);
    target.on('error', () => caller.destroy());
    caller.once('close', () => target.destroy());
    target.once('close', () => caller.destroy());
    caller.pipe(target).pipe(caller);
  }
}

/** Gives the held port to each workerd. Miniflare starts it, with no option for an open socket, so this patches its call of `spawn`. */
export function handPortToChildren(hold: PortHold): void {
  const spawn = childProcess.spawn as (command: string, args: string[], options: SpawnOptions) => childProcess.ChildProcess;
  const completed: typeof spawn = (command, args, options) => {
    const { descriptor } = hold;
    if (descriptor === null || command !== process.env.MINIFLARE_WORKERD_PATH || !Array.isArray(options.stdio)) {
      return spawn(command, args, options);
    }
    const [serve = 'serve', ...rest] = args;
    const socket = `--socket-fd=${SOCKET_NAME}=${SOCKET_DESCRIPTOR}`;
    return spawn(command, [serve, socket, ...rest], { ...options, stdio: [...options.stdio, descriptor] });
  };
  childProcess.spawn = completed as typeof childProcess.spawn;
}
