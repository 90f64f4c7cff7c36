import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { CoreHeaders, Log, LogLevel, Miniflare, type MiniflareOptions } from 'miniflare';
import { persistently } from '../processes/persistently.ts';
import { STOP_SIGNALS } from '../processes/stop-signals.ts';
import { StartError } from '../start-error.ts';
import { handPortToChildren, PortHold } from './port-hold.ts';
import { watch } from './watchdog/watchdog.ts';

export interface RuntimeSettings {
  options: MiniflareOptions;
  /** The product's port; callers wait while Workers are replaced. */
  port: number;
  /** The address that the port listens on. */
  listen: string;
  pidFile: string;
  onLog(line: string): void;
  /** Options for the start after a hung workerd was ended: its runs need to know. */
  afterHang(options: MiniflareOptions): MiniflareOptions;
  /** workerd no longer responds and is ended. */
  onHang(): void;
  /** workerd died and is back. */
  onRestart(): void;
  /** workerd died and doesn't come back, for this reason. More attempts follow. */
  onFailing(reason: string): void;
}

export interface WorkersRuntime {
  current(): Miniflare;
  /**
   * Ends workerd and starts it with other Workers. Calls in progress are cut off, as by a crash; new ones wait.
   *
   * @throws if they don't start; the previous ones then run again
   */
  replace(options: MiniflareOptions): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runtime objects outside the JavaScript heap are freed only when V8 collects their wrappers. A full-size young
 * generation (16 MB per isolate) lets so many wait that memory grows with each new peak. This size saves 260 MB and
 * costs some processor time (bench/history.md).
 */
const V8_FLAGS = '--max-semi-space-size=4';

/**
 * Runs workerd under Miniflare, which restarts it when it dies. Miniflare gives up if that fails, for example if
 * workerd dies while starting; then a new Miniflare takes over.
 *
 * @throws StartError if workerd isn't installed
 */
export async function startRuntime(settings: RuntimeSettings): Promise<WorkersRuntime> {
  process.env.PORTAGE_WORKERD_PID_FILE = settings.pidFile;
  process.env.PORTAGE_WORKERD = findWorkerd();
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= V8_FLAGS;
  process.env.MINIFLARE_WORKERD_PATH = join(ROOT, 'local', 'src', 'workers', 'workerd-with-pid.sh');

  // A call would otherwise bring its own `request.cf` in a header; without it, workerd says there who the caller is.
  Object.assign(CoreHeaders, { CF_BLOB: undefined });
  const hold = new PortHold(settings.port, settings.listen);
  handPortToChildren(hold);
  let { options } = settings;
  let isStopping = false;
  let reviving: Promise<void> = Promise.resolve();
  let miniflare = await launch();
  const watchdog = watch({
    pidFile: settings.pidFile,
    port: settings.port,
    onHang() {
      settings.onHang();
      reviving = reviving.then(() => {
        options = settings.afterHang(options);
        return revive();
      });
    },
  });

  async function launch(): Promise<Miniflare> {
    const listenersBefore = STOP_SIGNALS.map((signal) => process.listeners(signal));
    const log = new QuietLog(settings.onLog, () => {
      reviving = revive();
    });
    const launched = new Miniflare({ ...options, log, unsafeHandleRuntimeRestart: settings.onRestart });
    // Miniflare's own handler would end this process at once, with PostgreSQL still running.
    STOP_SIGNALS.forEach((signal, at) => {
      for (const listener of process.listeners(signal)) if (!listenersBefore[at]?.includes(listener)) process.off(signal, listener);
    });
    try {
      await launched.ready;
      return launched;
    } catch (error) {
      await launched.dispose().catch(() => {});
      throw error;
    }
  }

  async function revive(onRevived = settings.onRestart): Promise<void> {
    const revived = await persistently({
      attempt: async () => {
        await miniflare.dispose().catch(() => {});
        return await launch();
      },
      onFailure: settings.onFailing,
      isStopping: () => isStopping,
    });
    if (!revived) return;
    miniflare = revived;
    onRevived();
  }

  async function replace(next: MiniflareOptions): Promise<void> {
    if (isStopping) throw new Error('Portage is just stopping.');
    const before = options;
    await Promise.all([hold.take(), miniflare.dispose()]);
    options = next;
    try {
      miniflare = await launch();
    } catch (error) {
      options = before;
      await revive(() => {});
      throw error;
    } finally {
      hold.release();
    }
  }

  return {
    current: () => miniflare,
    replace(next) {
      const replaced = reviving.then(() => replace(next));
      reviving = replaced.catch(() => {});
      return replaced;
    },
    async stop() {
      isStopping = true;
      watchdog.stop();
      await reviving;
      await miniflare.dispose();
    },
  };
}

/** The runtime that npm installed, or the one MINIFLARE_WORKERD_PATH names. @throws StartError if it is missing */
function findWorkerd(): string {
  let path = process.env.MINIFLARE_WORKERD_PATH;
  try {
    path ??= (createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd') as { default: string }).default;
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    throw new StartError(`The Workers runtime (${path ?? 'npm package workerd'}) is not there: run npm install again.`);
  }
}

class QuietLog extends Log {
  readonly #write: (line: string) => void;
  readonly #onGivenUp: () => void;

  constructor(write: (line: string) => void, onGivenUp: () => void) {
    super(LogLevel.WARN);
    this.#write = write;
    this.#onGivenUp = onGivenUp;
  }

  override log(message: string): void {
    this.#write(message);
  }

  /** Miniflare reports only in its log that it has given up. */
  override error(error: Error): void {
    super.error(error);
    if ('code' in error && error.code === 'ERR_RUNTIME_FAILURE' && error.message.includes('failed to restart')) this.#onGivenUp();
  }
}
