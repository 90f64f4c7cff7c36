import type { ScriptLimits } from '../script-limits.ts';
import type { ScriptFailure } from '../script-result.ts';
import type { Pointer } from './exports.ts';
import type { Machine } from './machine.ts';

/** The name of a user's script in stack traces. */
export const scriptFileName = 'script.js';

const longestReport = 64 * 1024;
const nearlyFull = 0.75;

interface Description {
  name: string;
  className: string;
  message: string;
  stack: string;
  fromEngine: boolean;
}

/**
 * Describes what a script threw, with the line of the user's text. Call it on a machine that is reporting.
 *
 * @param lineCount lines of the user's text; an error past the end (in text the sandbox appends) counts as its last line
 */
export function describeException(machine: Machine, reason: Pointer, lineCount: number, limits: ScriptLimits): ScriptFailure {
  const description = readDescription(machine, reason);
  // With no memory left even for the error object, the engine throws null.
  const isOutOfMemory =
    (description.fromEngine && description.message === 'out of memory') ||
    (description.message === 'null' && machine.heapBytes > limits.memoryBytes * nearlyFull);
  const line = findScriptLine(description);
  return {
    kind: isOutOfMemory ? 'memory' : 'runtime',
    name: isOutOfMemory ? 'MemoryExceeded' : description.name,
    message: isOutOfMemory ? 'The script used up its memory.' : description.message,
    ...(line === undefined ? {} : { line: Math.min(line, lineCount) }),
  };
}

/** The first line of the user's text in a stack trace. An error class's constructor isn't where the error was thrown. */
function findScriptLine({ stack, className }: Description): number | undefined {
  const frames = stack.split('\n').filter((frame) => !frame.trimStart().startsWith(`at ${className} (`));
  const found = /script\.js:(\d+)/.exec(frames.join('\n'))?.[1];
  return found === undefined ? undefined : Number(found);
}

function readDescription(machine: Machine, reason: Pointer): Description {
  const text = machine.call(machine.guest.describe, [reason]);
  if (machine.engine.QTS_ResolveException(machine.context, text) !== 0) {
    return { name: 'Error', className: '', message: 'The script threw a value that cannot be shown.', stack: '', fromEngine: false };
  }
  return JSON.parse(machine.readString(text, longestReport)) as Description;
}
