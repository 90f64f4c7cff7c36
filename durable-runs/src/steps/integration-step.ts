import { flowsOfIntegration, type Integration } from '@portage/sync';
import { findIntegrationType, type IntegrationStep } from '@portage/workflow';
import type { StepHandler } from '../step-context/step-handler.ts';
import { describeSync, endSync, syncFlows, type WantedFlow } from '../sync/sync-flows.ts';

/** Spec STEP-102, INT-01: keeps the records of two systems in sync, as the workflow's Settings tab says. */
export const integrationStep: StepHandler<IntegrationStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const integrationType = findIntegrationType(step);
    const integration = integrationType === null ? null : await context.sync.integration(integrationType);
    if (!integration) return endSync('Please fill the mappings on Settings tab', context);
    const wanted = wantedFlows(integration, { integrationType, dashboardEntity: null });
    return typeof wanted === 'string' ? endSync(wanted, context) : syncFlows(wanted, context);
  },
  describe: describeSync,
};

/** The flows of saved settings, or what the settings lack. */
export function wantedFlows(
  integration: Integration & { lastSyncDate: Date | null },
  names: Pick<WantedFlow, 'integrationType' | 'dashboardEntity'>,
): WantedFlow[] | string {
  const found = flowsOfIntegration(integration);
  if (!found.ok) return found.problem;
  const firstCursorMs = integration.lastSyncDate?.getTime() ?? null;
  return found.flows.map((flow) => ({ ...names, flow, direction: integration.directionType, firstCursorMs }));
}
