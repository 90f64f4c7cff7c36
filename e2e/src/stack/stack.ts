import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const READY = /Portage is ready on (http:\/\/localhost:\d+)/;

/** A Portage started as `npm start` does. */
export interface Stack {
  baseUrl: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** Stops it, by default as Ctrl-C does. @returns the exit code */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
  /** All its processes right now, the start process first. */
  pids(): number[];
  /** kill -9 of everything at once: the start process, the Workers runtime, PostgreSQL. */
  kill(): Promise<void>;
}

export interface StackSettings {
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** Starts by the command people type, instead of directly by its script. */
  throughNpm?: boolean;
  /** Starts it as `npm run serve` does. */
  isProduction?: boolean;
  onSpawn?: (child: ChildProcess) => void;
  /** Longest wait for the ready line; the first build is slow on a slow machine. */
  readyTimeoutMs?: number;
}

/** Below the range for outgoing connections (from 32768 on Linux): one of those would hold the port while its stack is down. */
const PORTS = { from: 12_000, to: 32_000 };

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

export interface DataDir {
  dataDir: string;
  remove(): Promise<void>;
}

/** An empty data folder, for a first start. Other tests use a `startedDataDir`. */
export async function temporaryDataDir(): Promise<DataDir> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-e2e-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

function spawnPortage({ dataDir, port, env = {}, throughNpm = false, isProduction = false }: StackSettings): ChildProcess {
  const script = [join(ROOT, 'tools', 'start.mjs'), ...(isProduction ? ['--production'] : [])];
  const [command, args] = throughNpm ? ['npm', ['start']] : [process.execPath, script];
  // Production refuses settings that it doesn't have, such as those of test runs.
  const inherited = Object.entries(process.env).filter(([name]) => !isProduction || !name.startsWith('PORTAGE_'));
  return spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, as a shell would give it.
    detached: true,
    env: { ...Object.fromEntries(inherited), PORT: String(port), PORTAGE_DATA_DIR: dataDir, ...env },
  });
}

/** What a start says while another one of this folder looks at its builds, as other tests do. */
const WAITS_FOR_BUILD = 'Waiting for another build …';

/** Starts a Portage that isn't expected to come up. @returns its exit code and its output, line by line */
export async function startToEnd(settings: StackSettings): Promise<{ code: number | null; lines: string[] }> {
  const child = spawnPortage(settings);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines: output.split('\n').filter((line) => line !== '' && line !== WAITS_FOR_BUILD) };
}

/** Starts Portage and waits for its ready line. @throws with its output if it ends before that or isn't ready in time */
export async function startStack({ readyTimeoutMs = 240_000, ...settings }: StackSettings): Promise<Stack> {
  const child = spawnPortage(settings);
  settings.onSpawn?.(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready after ${readyTimeoutMs} ms:\n${output}`)), readyTimeoutMs);
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = READY.exec(output);
      if (!ready?.[1]) return;
      clearTimeout(timer);
      resolve(ready[1]);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    void ended.then((code) => reject(new Error(`Ended with ${code} before it was ready:\n${output}`)));
  });

  return {
    baseUrl,
    dataDir: settings.dataDir,
    process: child,
    output: () => output,
    pids: () => withDescendants(child.pid ?? 0),
    async stop(signal = 'SIGINT') {
      if (child.exitCode === null) child.kill(signal);
      return ended;
    },
    async kill() {
      for (const pid of withDescendants(child.pid ?? 0)) killHard(pid);
      await ended;
    },
  };
}

/** A living process and all its descendants. */
export function withDescendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const found = [pid];
  for (const one of found) found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return found;
}

/** kill -9 of one process. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process was already gone.
  }
}

/** Processes that are still running; a zombie isn't. */
export function stillRunning(pids: number[]): string[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).trim().split('\n');
  return rows.filter((row) => {
    const [pid, state = ''] = row.trim().split(/\s+/);
    return pids.includes(Number(pid)) && !state.startsWith('Z');
  });
}
