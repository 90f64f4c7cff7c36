import type { Program } from 'acorn';
import { LongSumParser } from './long-sum-parser.ts';

/** A position in a script. Lines and columns count from 1. */
export interface ScriptPosition {
  line: number;
  column: number;
}

export interface ScriptProblem extends ScriptPosition {
  message: string;
}

/** The language version of the sandbox's engine; a newer one would accept scripts that fail when they run. */
const LANGUAGE = 2025;

/** Parses a script: the body of an async function (packages/sandbox). @returns its syntax tree, or its first error; never throws */
export function readScript(script: string): { tree: Program } | { problem: ScriptProblem } {
  try {
    const tree = LongSumParser.parse(script, {
      ecmaVersion: LANGUAGE,
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowHashBang: false,
      locations: true,
    });
    return { tree };
  } catch (fault) {
    // The parser recurses for every level, like the engine's.
    if (fault instanceof RangeError || isOutOfStack(fault))
      return { problem: { line: 1, column: 1, message: 'The script nests too deeply' } };
    if (isSyntaxFault(fault)) {
      const message = fault.message.replace(/ \(\d+:\d+\)$/, '');
      return { problem: { line: fault.loc.line, column: fault.loc.column + 1, message } };
    }
    throw fault;
  }
}

/** The first syntax error of a script, or null. */
export function scriptProblem(script: string): ScriptProblem | null {
  const read = readScript(script);
  return 'problem' in read ? read.problem : null;
}

function isOutOfStack(fault: unknown): boolean {
  return fault instanceof SyntaxError && fault.message.startsWith('Not enough stack space');
}

function isSyntaxFault(fault: unknown): fault is SyntaxError & { loc: { line: number; column: number } } {
  return fault instanceof SyntaxError && 'loc' in fault;
}
