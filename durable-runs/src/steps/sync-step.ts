import type { SyncStep } from '@portage/workflow';
import { syncDefaults } from '@portage/workflow';
import { answersByPath } from '../sync/answers-by-path.ts';
import { readyMadeFlow } from '../sync/ready-made-flow.ts';
import { describeSync, endSync, syncFlows } from '../sync/sync-flows.ts';
import { operationValues } from './connector-operation/operation-values.ts';
import { wantedFlows } from './integration-step.ts';
import type { StepContext, StepHandler } from './step-handler.ts';

/** Spec STEP-83..89: products and inventory by mappings that come with Portage, integration applications by the workflow's settings. */
export const syncStep: StepHandler<SyncStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const syncType = step.syncType ?? syncDefaults.syncType;
    const names = { integrationType: step.integrationType ?? null, dashboardEntity: step.dashboardEntity ?? null };
    if (syncType === 'IntegrationApplication') {
      const integration = await context.sync.integration(step.integrationType || syncType);
      if (!integration) return endSync('Please fill the mappings on Settings tab', context);
      const wanted = wantedFlows(integration, names);
      return typeof wanted === 'string' ? endSync(wanted, context) : syncFlows(wanted, context);
    }
    const asked = await askedValues(step, context);
    if (!asked.ok) return endSync(asked.message, context);
    const flow = await readyMadeFlow(
      {
        entity: syncType,
        sourceConnectorId: step.sourceConnectorId ?? '',
        targetConnectorId: step.targetConnectorId ?? '',
        source: asked.source,
        target: asked.target,
        createsRecords: !(syncType === 'Products' && step.customOptions?.SkipProductsCreate === true),
      },
      context,
    );
    if (!flow.ok) return endSync(flow.message, context);
    return syncFlows([{ ...names, flow: flow.flow, direction: 'SourceToTarget', firstCursorMs: null }], context);
  },
  describe: describeSync,
};

type Asked = { ok: true; source: Record<string, unknown>; target: Record<string, unknown> } | { ok: false; message: string };

/** What the form asks beside the records: `query.LocationIds`. */
async function askedValues(step: SyncStep, context: StepContext): Promise<Asked> {
  const valuesOf = async (requestParameterMappings: SyncStep['sourceConnectorTypeRequestParameterMappings']) =>
    operationValues(
      { stepId: step.stepId, type: 'ConnectorOperation', ...(requestParameterMappings ? { requestParameterMappings } : {}) },
      context,
    );
  const source = await valuesOf(step.sourceConnectorTypeRequestParameterMappings);
  const target = await valuesOf(step.targetConnectorTypeRequestParameterMappings);
  if (!source.ok) return source;
  if (!target.ok) return target;
  return { ok: true, source: answersByPath(source.values), target: answersByPath(target.values) };
}
