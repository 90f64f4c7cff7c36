import type { ScriptFailure, ScriptSandbox } from '@portage/sandbox';

/** A script's end, as steps see it; the log is text, a line an entry. */
export type ScriptOutcome = { ok: true; value: unknown; log: string } | { ok: false; message: string; log: string };

/** Runs one script over its input, JSON in and out. Nothing of one owner's scripts is there for another's. */
export type RunScript = (ownerUserId: string, source: string, inputJson: string) => Promise<ScriptOutcome>;

/** The metered sandbox (DESIGN 4) as the engine uses it. */
export function scriptRunner(sandbox: ScriptSandbox): RunScript {
  return async (ownerUserId, source, inputJson) => {
    const result = await sandbox.run(source, inputJson, { owner: ownerUserId });
    const log = result.logs.map(({ level, text }) => (level === 'log' ? text : `${level}: ${text}`)).join('\n');
    return result.ok ? { ok: true, value: result.value, log } : { ok: false, message: messageOf(result.failure), log };
  };
}

function messageOf({ name, message, line }: ScriptFailure): string {
  return `${name}: ${message}${line === undefined ? '' : ` (line ${line})`}`;
}
