import type { Pointer } from './exports.ts';

export interface EngineHost {
  memory: WebAssembly.Memory;
  /** Takes fuel; throws if there isn't enough. */
  charge(amount: number): void;
  /** Grows the memory to at least this size; false if that exceeds the limit. */
  grow(bytes: number): boolean;
  /** True if the script has used its share and must end. */
  shouldInterrupt(): boolean;
  /** A script called a host function: its number and arguments. Returns the address of a JSValue, 0 for undefined. */
  callFunction(context: Pointer, argc: number, argv: Pointer, hostRef: number): Pointer;
}

/** The engine aborted by itself (assert, abort, exit). */
export class EngineAbort extends Error {
  override name = 'EngineAbort';
}

const hostCallFuel = 200;
const memoryGrowthFuel = 50_000;
const noSuchThing = 52;
const notSeekable = 70;

/** The import object of the metered module: no network, file, timer or module loader. The clock is the host's, the time zone UTC. */
export function hostImports(host: EngineHost): Record<string, unknown> {
  const abort = (what: string) => () => {
    throw new EngineAbort(`The script engine stopped: ${what}.`);
  };
  const metered =
    <Arguments extends unknown[], Result>(work: (...values: Arguments) => Result) =>
    (...values: Arguments): Result => {
      host.charge(hostCallFuel);
      return work(...values);
    };
  const words = () => new Int32Array(host.memory.buffer);
  return {
    memory: host.memory,
    assertFailed: abort('an assertion failed'),
    abort: abort('abort'),
    exit: abort('exit'),
    keepaliveClear: () => undefined,
    setTimer: () => 0,
    timeout: () => undefined,
    environSizesGet: metered((count: Pointer, size: Pointer) => {
      words()[count >> 2] = 0;
      words()[size >> 2] = 0;
      return 0;
    }),
    environGet: () => 0,
    fdClose: () => noSuchThing,
    fdSeek: () => notSeekable,
    fdWrite: metered((_file: number, _vectors: Pointer, _count: number, written: Pointer) => {
      words()[written >> 2] = 0;
      return noSuchThing;
    }),
    dateNow: metered(() => Date.now()),
    localTime: metered((seconds: bigint, target: Pointer) => writeUtcTime(words(), Number(seconds), target >> 2)),
    timeZone: metered((zone: Pointer, daylight: Pointer) => {
      words()[zone >> 2] = 0;
      words()[daylight >> 2] = 0;
    }),
    resizeHeap: (bytes: number) => {
      host.charge(memoryGrowthFuel);
      return host.grow(bytes >>> 0) ? 1 : 0;
    },
    shouldInterrupt: () => (host.shouldInterrupt() ? 1 : 0),
    callFunction: metered((context: Pointer, _self: Pointer, argc: number, argv: Pointer, hostRef: number) =>
      host.callFunction(context, argc, argv, hostRef),
    ),
    loadModule: () => 0,
    normalizeModule: () => 0,
    freeHostRef: () => undefined,
  };
}

/** Fills C's `struct tm` at a word index: second, minute, hour, day, month, year, weekday, day of year, summer time, offset. */
function writeUtcTime(words: Int32Array, seconds: number, index: number): void {
  const date = new Date(seconds * 1000);
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
  const fields = [
    date.getUTCSeconds(),
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth(),
    date.getUTCFullYear() - 1900,
    date.getUTCDay(),
    Math.floor((date.getTime() - yearStart) / 86_400_000),
    0,
    0,
  ];
  fields.forEach((value, offset) => {
    words[index + offset] = value;
  });
}
