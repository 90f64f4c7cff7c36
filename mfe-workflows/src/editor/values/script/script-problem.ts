import { parse } from 'acorn';

/** Where a script cannot be read. Lines and columns count from 1. */
export interface ScriptProblem {
  line: number;
  column: number;
  message: string;
}

/**
 * The first syntax error of a script, or null. A script is the body of an async function (packages/sandbox), whose own reading is
 * what counts; this one is for marking the place while somebody types.
 */
export function scriptProblem(script: string): ScriptProblem | null {
  try {
    parse(script, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true });
    return null;
  } catch (fault) {
    if (!isSyntaxFault(fault)) throw fault;
    return { line: fault.loc.line, column: fault.loc.column + 1, message: fault.message.replace(/ \(\d+:\d+\)$/, '') };
  }
}

function isSyntaxFault(fault: unknown): fault is SyntaxError & { loc: { line: number; column: number } } {
  return fault instanceof SyntaxError && 'loc' in fault;
}
