import { findIntegrationType, type SyncStep, syncDefaults } from '@portage/workflow';
import type { StepHandler } from '../step-context/step-handler.ts';
import { readyMadeFlow } from '../sync/ready-made-flow.ts';
import { describeSync, endSync, syncFlows } from '../sync/sync-flows.ts';
import { wantedFlows } from './integration-step.ts';

/** Spec STEP-83..89: products and inventory use mappings that come with Portage; integration applications use the workflow's settings. */
export const syncStep: StepHandler<SyncStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const syncType = step.syncType ?? syncDefaults.syncType;
    const integrationType = findIntegrationType(step);
    const names = { integrationType, dashboardEntity: step.dashboardEntity ?? null };
    if (syncType === 'IntegrationApplication') {
      const integration = integrationType === null ? null : await context.sync.integration(integrationType);
      if (!integration) return endSync('Please fill the mappings on Settings tab', context);
      const wanted = wantedFlows(integration, names);
      return typeof wanted === 'string' ? endSync(wanted, context) : syncFlows(wanted, context);
    }
    const made = await readyMadeFlow(step, syncType, context);
    if (!made.ok) return endSync(made.message, context);
    return syncFlows([{ ...names, flow: made.flow, direction: 'SourceToTarget', firstCursorMs: null }], context);
  },
  describe: describeSync,
};
