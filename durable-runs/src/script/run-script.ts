import type { ScriptFailure, ScriptSandbox } from '@portage/sandbox';

const BUSY_PAUSES_MS = [50, 250, 1_000];

/** A script's outcome, as steps see it. The log is text, one line per entry. */
export type ScriptOutcome = { log: string; fuelUsed: number } & ({ ok: true; value: unknown } | { ok: false; message: string });

/** Runs one script over its input, JSON in and out. Scripts of one owner see nothing of another owner's. */
export type RunScript = (ownerUserId: string, source: string, inputJson: string) => Promise<ScriptOutcome>;

/** The metered sandbox (packages/sandbox/README.md) as the engine uses it. */
export function scriptRunner(sandbox: ScriptSandbox): RunScript {
  return async (ownerUserId, source, inputJson) => {
    let result = await sandbox.run(source, inputJson, { owner: ownerUserId });
    // The sandbox itself was busy or broken: the script didn't fail.
    for (const pauseMs of BUSY_PAUSES_MS) {
      if (result.ok || result.failure.kind !== 'engine') break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      result = await sandbox.run(source, inputJson, { owner: ownerUserId });
    }
    const { fuelUsed } = result;
    const log = result.logs.map(({ level, text }) => (level === 'log' ? text : `${level}: ${text}`)).join('\n');
    return result.ok
      ? { ok: true, value: result.value, log, fuelUsed }
      : { ok: false, message: formatFailure(result.failure), log, fuelUsed };
  };
}

function formatFailure({ name, message, line }: ScriptFailure): string {
  return `${name}: ${message}${line === undefined ? '' : ` (line ${line})`}`;
}
