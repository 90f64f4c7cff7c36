import { createSandbox } from '@portage/sandbox';
import quickjs from '@portage/sandbox/quickjs-metered.wasm';
import { type RunScript, scriptRunner } from './run-script.ts';

let runner: RunScript | null = null;

/** One sandbox per isolate, created when the first script runs. */
export function sandboxRunner(): RunScript {
  return (ownerUserId, source, inputJson) => {
    runner ??= scriptRunner(createSandbox(quickjs));
    return runner(ownerUserId, source, inputJson);
  };
}
