import type { FlowDefinition } from '@portage/sync';
import { flowOfSyncStep } from '@portage/sync';
import type { SyncStep } from '@portage/workflow';
import { operationValues } from '../operations/operation-values.ts';
import type { StepContext } from '../step-context/step-handler.ts';

type Made<Value> = ({ ok: true } & Value) | { ok: false; message: string };

/** The flow of a Sync step whose mappings come with Portage (spec STEP-86..89). */
export async function readyMadeFlow(
  step: SyncStep,
  entity: 'Products' | 'Inventory',
  context: StepContext,
): Promise<Made<{ flow: FlowDefinition }>> {
  const source = await resolveSide(step.stepId, step.sourceConnectorId, step.sourceConnectorTypeRequestParameterMappings, context);
  if (!source.ok) return source;
  const target = await resolveSide(step.stepId, step.targetConnectorId, step.targetConnectorTypeRequestParameterMappings, context);
  if (!target.ok) return target;
  const made = flowOfSyncStep({ entity, source, target, customOptions: step.customOptions });
  return made.ok ? made : { ok: false, message: made.problem };
}

type Mappings = SyncStep['sourceConnectorTypeRequestParameterMappings'];

/** A connector of the step, and the other values of the form: `query.LocationIds`. */
async function resolveSide(
  stepId: string,
  namedId: string | null | undefined,
  requestParameterMappings: Mappings,
  context: StepContext,
): Promise<Made<{ connectorId: string; type: { id: string; name: string }; values: object }>> {
  const connectorId = namedId ?? '';
  const asked = await operationValues(
    { stepId, type: 'ConnectorOperation', ...(requestParameterMappings ? { requestParameterMappings } : {}) },
    context,
  );
  if (!asked.ok) return asked;
  const leased = await context.connection(connectorId).describe();
  if (leased.outcome === 'refused') return { ok: false, message: leased.message };
  const { connectorTypeId: id, typeName: name } = leased.lease;
  return { ok: true, connectorId, type: { id, name }, values: asked.values };
}
