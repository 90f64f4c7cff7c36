import type { CustomScriptStep } from '@portage/workflow';
import type { StepHandler } from '../step-context/step-handler.ts';

/** Spec STEP-65, packages/sandbox/README.md. A script marked `onlyManualExecution` is skipped in runs that no person started (ENG-27). */
export const customScriptStep: StepHandler<CustomScriptStep> = {
  actsOutside: () => false,
  async run(step, context) {
    if (step.onlyManualExecution && !context.startedByHand) {
      return { outcome: { kind: 'succeeded' }, detail: { log: 'Skipped: this step runs only in manual runs.' } };
    }
    const script = await context.script(step.script);
    const detail = script.log ? { detail: { log: script.log } } : {};
    if (!script.ok) return { outcome: { kind: 'failed', message: script.message }, ...detail };
    return { outcome: { kind: 'succeeded' }, values: { Response: script.value }, ...detail };
  },
  describe: (step, values, detail) => ({
    requestScript: step.script,
    ...('Response' in values ? { response: { body: values.Response } } : {}),
    ...(detail.log === undefined ? {} : { log: detail.log }),
  }),
};
