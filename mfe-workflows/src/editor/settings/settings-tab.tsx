import { lazyPage } from '@portage/area-kit';
import { Button, EmptyState, FailedRead, LoadingBoundary, Select, Stack, useLoaded } from '@portage/ui';
import { findIntegrationType, type StepOf, type WorkflowStep } from '@portage/workflow';
import { Settings } from 'lucide-react';
import { useState } from 'react';
import { useIntegration, useIntegrationTypes } from '../integration/use-integration.ts';
import { useOpenWorkflow } from '../save/saving-context.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { useConnectors } from '../step-forms/connector-choice/connector-source.tsx';

// The mapping drawing is large, so it is loaded when first shown.
const IntegrationSettings = lazyPage(() => import('./integration-settings.tsx').then((file) => file.IntegrationSettings));

type Step = StepOf<'IntegrationStep'> | StepOf<'SyncStep'>;

/** Settings of a workflow's integrations: one set for each integration type of its steps (spec INT-05). */
export function SettingsTab({ onDesign }: { onDesign: () => void }) {
  const steps = useEditor((state) => state.steps);
  const typed = steps.filter(hasSettings);
  const [chosen, setChosen] = useState<string | null>(null);
  const step = typed.find((one) => findIntegrationType(one) === chosen) ?? typed[0];
  const types = useIntegrationTypes();
  if (!step) {
    return (
      <EmptyState
        icon={<Settings aria-hidden />}
        title="Choose the implementation type first"
        action={<Button onPress={onDesign}>Design</Button>}
      >
        The form of the Integration step on the Design tab says which systems are connected.
      </EmptyState>
    );
  }
  const nameOf = (type: string) => types.data?.find(({ implementationType }) => implementationType === type)?.name ?? type;
  const names = [...new Set(typed.map((one) => findIntegrationType(one) ?? ''))];
  const integrationType = findIntegrationType(step) ?? '';
  return (
    <Stack $padding={[2, 0, 8]}>
      {names.length > 1 ? (
        <Select
          label="Integration"
          value={integrationType}
          onChange={setChosen}
          options={names.map((value) => ({ value, label: nameOf(value) }))}
        />
      ) : null}
      <OneIntegration key={integrationType} step={step} integrationType={integrationType} />
    </Stack>
  );
}

function hasSettings<S extends WorkflowStep>(step: S): step is S & Step {
  return findIntegrationType(step) !== null;
}

/** The connectors that a step names; the settings say which ones are used. */
function connectorsNamedBy(step: Step): { Source: unknown; Target: unknown } {
  return step.type === 'SyncStep'
    ? { Source: step.sourceConnectorId, Target: step.targetConnectorId }
    : { Source: step.fieldsData?.sourceConnector, Target: step.fieldsData?.targetConnector };
}

function OneIntegration({ step, integrationType }: { step: Step; integrationType: string }) {
  const { id: workflowId } = useOpenWorkflow();
  const types = useIntegrationTypes();
  const connectors = useConnectors();
  const integration = useIntegration(workflowId, integrationType);
  const isReady = integration.isFetchedAfterMount && integration.data !== undefined && types.data !== undefined && !connectors.isPending;
  const { shown, indicator } = useLoaded(
    isReady ? { integration: integration.data, types: types.data } : undefined,
    'Loading the settings',
  );
  const failed = [integration, types].find(({ error, data }) => error && data === undefined);
  if (failed) {
    const refetch = () => Promise.all([integration.refetch(), types.refetch()]);
    return <FailedRead title="The settings could not be loaded" query={{ error: failed.error, refetch }} />;
  }
  if (!shown) return indicator;
  const connectorOf = (connectorId: unknown) => {
    const found = connectors.data?.find(({ id }) => id === connectorId);
    return found ? { connectorId: found.id, connectorTypeId: found.connectorTypeId } : undefined;
  };
  const named = connectorsNamedBy(step);
  const [source, target] = [connectorOf(named.Source), connectorOf(named.Target)];
  return (
    <LoadingBoundary label="Loading the settings">
      <IntegrationSettings
        workflowId={workflowId}
        stepId={step.stepId}
        definition={shown.types.find(({ implementationType }) => implementationType === integrationType)}
        integrationType={integrationType}
        integration={shown.integration}
        suggested={{ ...(source ? { Source: source } : {}), ...(target ? { Target: target } : {}) }}
        // Saving settings ends a running sync, and the next one uses them, so the workflow need not be stopped.
        isReadOnly={false}
      />
    </LoadingBoundary>
  );
}
