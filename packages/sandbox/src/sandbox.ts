import { Machine } from './engine/machine.ts';
import { runScript, tooLarge } from './engine/run-script.ts';
import { resolveLimits, type ScriptLimits, sizeText } from './script-limits.ts';
import type { ScriptFailure, ScriptResult } from './script-result.ts';
import { TooManyWaiting, type TurnOptions, Turns } from './turns.ts';

export interface RunOptions extends Partial<ScriptLimits> {
  /** Whose script it is. Nothing of one owner's scripts is left in memory for another's. */
  owner?: string;
}

/** Runs users' scripts, which are treated as hostile. */
export interface ScriptSandbox {
  /**
   * Runs a script to its value, its failure or its limit.
   *
   * @param source the body of an async function: `return` gives the value, `await` works; it sees `Steps` (also as `$Steps`),
   * `$Data`, `$Consts` and `console`, and nothing of the host
   * @param inputJson `{"Steps": {...}, "$Data": {...}, "$Consts": {...}, "$Vars": {...}}`, each part optional
   * @returns the value as JSON (undefined is null) or the failure, with the logs in both cases; never rejects because of what a
   * script does
   * @throws RangeError for limits over the defaults
   */
  run(source: string, inputJson: string, options?: RunOptions): Promise<ScriptResult>;
}

const defaultTurns: TurnOptions = {
  fuelPerTurn: 10_000_000,
  maxWaitingPerOwner: 200,
  pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => Date.now(),
};

/**
 * Creates a sandbox on the metered engine: one instance, created with the first script and reset to the same bytes before each. A
 * second one would only cost memory, because a script runs through to its end or its limit.
 *
 * @param wasmModule the compiled `@portage/sandbox/quickjs-metered.wasm`
 */
export function createSandbox(wasmModule: WebAssembly.Module, options: Partial<TurnOptions> = {}): ScriptSandbox {
  const settings = { ...defaultTurns, ...options };
  const turns = new Turns(settings);
  let machine: Machine | null = null;
  return {
    async run(source, inputJson, runOptions = {}) {
      const { owner = '', ...wanted } = runOptions;
      const limits = resolveLimits(wanted);
      const script = { owner, source };
      const refusal = checkSizes(source, inputJson, limits);
      if (refusal !== null) return refused(refusal);
      try {
        if (turns.mustWait(script)) await turns.take(script);
      } catch (error) {
        if (error instanceof TooManyWaiting) return refused({ kind: 'engine', name: 'TooManyScripts', message: error.message });
        throw error;
      }
      machine ??= new Machine(wasmModule);
      const beganMs = settings.now();
      const result = runScript(machine, owner, source, inputJson, limits);
      if (turns.spend(script, result.fuelUsed)) {
        // If the clock stands still while a script runs, only now does it show how long that took.
        await settings.pause();
        turns.rest(script, settings.now() - beganMs);
      }
      return result;
    },
  };
}

function refused(failure: ScriptFailure): ScriptResult {
  return { ok: false, failure, logs: [], fuelUsed: 0 };
}

function checkSizes(source: string, inputJson: string, limits: ScriptLimits): ScriptFailure | null {
  if (isLonger(source, limits.sourceBytes)) return tooLarge(`The script is larger than ${sizeText(limits.sourceBytes)}.`);
  if (isLonger(inputJson, limits.inputBytes))
    return tooLarge(`The values that the script names are larger than ${sizeText(limits.inputBytes)} together.`);
  return null;
}

/** A character takes at most three bytes, so most texts don't have to be encoded to know. */
function isLonger(text: string, limitBytes: number): boolean {
  return text.length * 3 > limitBytes && new TextEncoder().encode(text).length > limitBytes;
}
