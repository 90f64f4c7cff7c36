export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * Why a script has no value.
 * - `syntax`: its text isn't JavaScript.
 * - `runtime`: it threw, or its value can't be written as JSON.
 * - `cpu`: it used up its fuel.
 * - `memory`: it used up its memory.
 * - `never-settles`: it waits for a promise that nothing will settle.
 * - `too-large`: its text, input or value is over the limit.
 * - `engine`: the sandbox is at fault or too busy; the only kind worth a retry.
 */
export type ScriptFailureKind = 'syntax' | 'runtime' | 'cpu' | 'memory' | 'never-settles' | 'too-large' | 'engine';

export interface ScriptFailure {
  kind: ScriptFailureKind;
  /** The error's class as the script knows it (`TypeError`), or the sandbox's own name for it. */
  name: string;
  message: string;
  /** Line of the user's own text, counted from 1, if known. For `cpu` it's the last position the engine noted before the cut. */
  line?: number;
}

export type ScriptLogLevel = 'log' | 'info' | 'warn' | 'error';

export interface ScriptLog {
  level: ScriptLogLevel;
  text: string;
}

export type ScriptResult =
  | { ok: true; value: JsonValue; valueJson: string; logs: ScriptLog[]; fuelUsed: number }
  | { ok: false; failure: ScriptFailure; logs: ScriptLog[]; fuelUsed: number };
