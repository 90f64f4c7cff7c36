import type { ScriptLimits } from '../script-limits.ts';
import type { ScriptFailure } from '../script-result.ts';
import type { Pointer } from './exports.ts';
import type { Machine } from './machine.ts';

/** The name under which a user's text stands in stack traces. */
export const scriptFileName = 'script.js';

const longestReport = 64 * 1024;
const nearlyFull = 0.75;

interface Description {
  name: string;
  message: string;
  stack: string;
  fromEngine: boolean;
}

/**
 * Tells what a script threw, with the line of the user's text. Call it on a machine that is reporting.
 * @param lineCount lines of the user's text; a fault past the end (in what the sandbox puts behind it) counts as its last line
 */
export function describeException(machine: Machine, reason: Pointer, lineCount: number, limits: ScriptLimits): ScriptFailure {
  const description = readDescription(machine, reason);
  // With no memory left even for the error object the engine throws null.
  const isOutOfMemory =
    (description.fromEngine && description.message === 'out of memory') ||
    (description.message === 'null' && machine.heapBytes > limits.memoryBytes * nearlyFull);
  const found = /script\.js:(\d+)/.exec(description.stack)?.[1];
  return {
    kind: isOutOfMemory ? 'memory' : 'runtime',
    name: isOutOfMemory ? 'MemoryExceeded' : description.name,
    message: isOutOfMemory ? 'The script used up its memory.' : description.message,
    ...(found === undefined ? {} : { line: Math.min(Number(found), lineCount) }),
  };
}

function readDescription(machine: Machine, reason: Pointer): Description {
  const text = machine.call(machine.guest.describe, [reason]);
  if (machine.engine.QTS_ResolveException(machine.context, text) !== 0) {
    return { name: 'Error', message: 'The script threw a value that cannot be shown.', stack: '', fromEngine: false };
  }
  return JSON.parse(machine.readString(text, longestReport)) as Description;
}
