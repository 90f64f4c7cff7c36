import { Machine } from './engine/machine.ts';
import { runScript, tooLarge } from './engine/run-script.ts';
import { resolveLimits, type ScriptLimits } from './script-limits.ts';
import type { ScriptResult } from './script-result.ts';

export interface RunOptions extends Partial<ScriptLimits> {
  /** Whose script it is; nothing of one owner's scripts, not even cleared memory, is there for another's. */
  owner?: string;
}

/** Runs the scripts of users, which are hostile until shown otherwise. */
export interface ScriptSandbox {
  /**
   * Runs a script to its value, its failure or its limit.
   * @param source the body of an async function: `return` gives the value, `await` works; it sees `Steps` (also as `$Steps`),
   *   `$Data`, `$Consts` and `console`, and nothing of the host
   * @param inputJson `{"Steps": {...}, "$Data": {...}, "$Consts": {...}}`, each part optional
   * @returns the value as JSON (undefined is null) or the failure, with the logs in both cases; never rejects for what a script does
   * @throws RangeError for limits over the defaults
   */
  run(source: string, inputJson: string, options?: RunOptions): Promise<ScriptResult>;
}

/**
 * Makes a sandbox on the metered engine.
 * @param wasmModule the compiled `@portage/sandbox/quickjs-metered.wasm`
 */
export function createSandbox(wasmModule: WebAssembly.Module): ScriptSandbox {
  let machine: Machine | null = null;
  return {
    async run(source, inputJson, options = {}) {
      const { owner = '', ...wanted } = options;
      const limits = resolveLimits(wanted);
      const refusal = checkSizes(source, inputJson, limits);
      if (refusal !== null) return refusal;
      machine ??= new Machine(wasmModule);
      return runScript(machine, owner, source, inputJson, limits);
    },
  };
}

function checkSizes(source: string, inputJson: string, limits: ScriptLimits): ScriptResult | null {
  if (utf8Length(source) > limits.sourceBytes) {
    return { ok: false, failure: tooLarge(`The script is larger than ${limits.sourceBytes} bytes.`), logs: [], fuelUsed: 0 };
  }
  if (utf8Length(inputJson) > limits.inputBytes) {
    return { ok: false, failure: tooLarge(`The script's input is larger than ${limits.inputBytes} bytes.`), logs: [], fuelUsed: 0 };
  }
  return null;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
