export { createSandbox, type RunOptions, type ScriptSandbox } from './sandbox.ts';
export { defaultLimits, type ScriptLimits } from './script-limits.ts';
export type { JsonValue, ScriptFailure, ScriptFailureKind, ScriptLog, ScriptLogLevel, ScriptResult } from './script-result.ts';
