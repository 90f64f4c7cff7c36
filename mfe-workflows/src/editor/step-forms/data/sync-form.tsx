import type { ConnectorTypeChoice, DataOperation } from '@portage/connectors/schema';
import { Checkbox, Select, TextField } from '@portage/ui';
import { GENERAL_INTEGRATION_TYPE, type SyncStep, type SyncType, syncDefaults, syncTypes } from '@portage/workflow';
import { useMemo } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { useReportProblems } from '../../panel/use-form-memory.ts';
import { useValueSources } from '../../values/index.ts';
import { withSetChoice } from '../connector-choice/connector-choices.ts';
import { ConnectorField } from '../connector-choice/connector-field.tsx';
import { useConnectorQuery, useConnectorTypes } from '../connector-choice/connector-source.tsx';
import { LoadProblem } from '../connector-choice/load-problem.tsx';
import { usePresetConnectors } from '../connector-choice/use-preset-connectors.ts';
import { toChoices } from '../fields/choices.ts';
import { FormSection } from '../fields/form-section.tsx';
import type { FormStep, StepFormProps } from '../fields/step-form.ts';
import { schemaProblems } from '../parameters/schema-problems.ts';
import { ConnectorTypeField } from './connector-type-field.tsx';
import { DataMappings } from './data-mappings.tsx';
import { canSkipProductsCreate, sourceTypes, targetTypes } from './sync-connector-types.ts';
import { SyncHelp } from './sync-help.tsx';

const types = toChoices(syncTypes);

/** The records to copy, their source and their target (spec STEP-83..89). */
export function SyncForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<SyncStep>) {
  const { workflowId } = useValueSources();
  const { data: connectorTypes } = useConnectorTypes();
  const syncType = step.syncType ?? syncDefaults.syncType;
  const { sourceConnectorTypeId, targetConnectorTypeId } = step;
  const schema = useConnectorQuery(
    sourceConnectorTypeId && targetConnectorTypeId ? ['sync-schema', sourceConnectorTypeId, targetConnectorTypeId, workflowId] : null,
    (source) =>
      source.loadSyncOperations({
        sourceConnectorTypeId: sourceConnectorTypeId ?? '',
        targetConnectorTypeId: targetConnectorTypeId ?? '',
        workflowId,
      }),
  );
  const places = [
    { field: 'sourceConnectorId', connectorId: step.sourceConnectorId, connectorTypeId: sourceConnectorTypeId },
    { field: 'targetConnectorId', connectorId: step.targetConnectorId, connectorTypeId: targetConnectorTypeId },
  ];
  usePresetConnectors(places, isReadOnly, (changes) => onChange({ ...step, ...changes }));
  const operationOf = (typeId: string | null | undefined, side: DataOperation['role']) =>
    schema.data?.[typeId ?? '']?.find(({ dataType, role }) => dataType === syncType && (role ?? side) === side);
  const source = operationOf(sourceConnectorTypeId, 'source');
  const target = operationOf(targetConnectorTypeId, 'target');
  const { sourceConnectorTypeRequestParameterMappings: sourceMappings, targetConnectorTypeRequestParameterMappings: targetMappings } = step;
  useReportProblems(
    step,
    useMemo(() => {
      const missing = (operation: DataOperation | undefined, mappings: typeof sourceMappings, scope: string) =>
        schemaProblems(false, operation?.requestSchema, mappings ?? [], scope);
      return new Map([...missing(source, sourceMappings, 'source:'), ...missing(target, targetMappings, 'target:')]);
    }, [source, target, sourceMappings, targetMappings]),
  );
  return (
    <>
      <FormField name="syncType">
        <Select
          label="Sync Type"
          value={syncType}
          onChange={(next) => next !== syncType && onChange(withSyncType(step, next, connectorTypes ?? []))}
          options={types}
          isRequired
          isDisabled={isReadOnly}
          errorMessage={problemOf('syncType')}
        />
      </FormField>
      <SyncHelp syncType={syncType} sourceTypeId={sourceConnectorTypeId} targetTypeId={targetConnectorTypeId} />
      <FormSection title="Source">
        <ConnectorTypeField
          name="sourceConnectorTypeId"
          label="Source Connector Type"
          value={sourceConnectorTypeId}
          onChange={(id) => id !== sourceConnectorTypeId && onChange(withSourceType(step, id, connectorTypes ?? []))}
          types={connectorTypes && sourceTypes(syncType, connectorTypes)}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('sourceConnectorTypeId')}
        />
        <ConnectorField
          name="sourceConnectorId"
          label="Source Connector"
          connectorId={step.sourceConnectorId}
          onlyOfType={sourceConnectorTypeId}
          onChange={(sourceConnectorId) => onChange({ ...step, sourceConnectorId })}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('sourceConnectorId')}
        />
        {canSkipProductsCreate(syncType, connectorTypes ?? [], sourceConnectorTypeId) ? (
          <Checkbox
            value={step.customOptions?.SkipProductsCreate ?? false}
            onChange={(SkipProductsCreate) => onChange({ ...step, customOptions: { SkipProductsCreate } })}
            isDisabled={isReadOnly}
          >
            Skip Products Create
          </Checkbox>
        ) : null}
        <DataMappings
          connectorId={step.sourceConnectorId}
          operation={source}
          problem={schema}
          stepId={step.stepId}
          mappings={step.sourceConnectorTypeRequestParameterMappings}
          onChange={(mappings, field) => onChange({ ...step, sourceConnectorTypeRequestParameterMappings: mappings }, field)}
          scope="source:"
          isReadOnly={isReadOnly}
          problemOf={problemOf}
        />
      </FormSection>
      <FormSection title="Target">
        <ConnectorTypeField
          name="targetConnectorTypeId"
          label="Target Connector Type"
          value={targetConnectorTypeId}
          onChange={(id) => id !== targetConnectorTypeId && onChange(withTargetType(step, id))}
          types={connectorTypes && targetTypes(syncType, connectorTypes, sourceConnectorTypeId)}
          emptyText={sourceConnectorTypeId ? undefined : 'Select the source first'}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('targetConnectorTypeId')}
        />
        <ConnectorField
          name="targetConnectorId"
          label="Target Connector"
          connectorId={step.targetConnectorId}
          onlyOfType={targetConnectorTypeId}
          onChange={(targetConnectorId) => onChange({ ...step, targetConnectorId })}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('targetConnectorId')}
        />
        <DataMappings
          connectorId={step.targetConnectorId}
          operation={target}
          problem={null}
          stepId={step.stepId}
          mappings={step.targetConnectorTypeRequestParameterMappings}
          onChange={(mappings, field) => onChange({ ...step, targetConnectorTypeRequestParameterMappings: mappings }, field)}
          scope="target:"
          isReadOnly={isReadOnly}
          problemOf={problemOf}
        />
      </FormSection>
      {syncType === 'IntegrationApplication' ? (
        <FormSection title="Integration">
          <IntegrationTypeField step={step} onChange={onChange} isReadOnly={isReadOnly} />
          <TextField
            label="Dashboard Entity"
            value={step.dashboardEntity ?? ''}
            onChange={(dashboardEntity) => onChange({ ...step, dashboardEntity }, 'dashboardEntity')}
            isReadOnly={isReadOnly}
          />
        </FormSection>
      ) : null}
    </>
  );
}

/** Chooses which of the workflow's settings apply; they are edited on the Settings tab. */
function IntegrationTypeField({ step, onChange, isReadOnly }: Pick<StepFormProps<SyncStep>, 'step' | 'onChange' | 'isReadOnly'>) {
  const definitions = useConnectorQuery(['integration-definitions'], (source) => source.listIntegrationDefinitions());
  const integrationType = step.integrationType || GENERAL_INTEGRATION_TYPE;
  const choices = (definitions.data ?? []).map(({ implementationType, displayName }) => ({
    value: implementationType,
    label: displayName,
  }));
  return (
    <>
      <Select
        label="Integration Type"
        value={integrationType}
        onChange={(next) => next !== integrationType && onChange({ ...step, integrationType: next }, 'integrationType')}
        options={withSetChoice(choices, integrationType, integrationType)}
        isDisabled={isReadOnly}
      />
      <LoadProblem of={[definitions]} />
    </>
  );
}

type Step = FormStep<SyncStep>;

type Types = readonly ConnectorTypeChoice[];

/** Changes the sync type. Systems and connectors that it also accepts stay; parameters belong to the previous type's operation. */
export function withSyncType(step: Step, syncType: SyncType, types: Types): Step {
  const { sourceConnectorTypeId: typeId = null, sourceConnectorId = null } = step;
  const isTaken = sourceTypes(syncType, types).some(({ id }) => id === typeId);
  const next = withSourceType({ ...step, syncType }, isTaken ? typeId : null, types);
  return isTaken ? { ...next, sourceConnectorId } : next;
}

/** Changes the source. The possible targets may depend on it (spec STEP-86): a target that is still possible stays. */
export function withSourceType(step: Step, sourceConnectorTypeId: string | null, types: Types): Step {
  const { syncType = syncDefaults.syncType, targetConnectorTypeId: typeId = null, targetConnectorId = null } = step;
  const isTaken = targetTypes(syncType, types, sourceConnectorTypeId).some(({ id }) => id === typeId);
  const source = {
    ...step,
    sourceConnectorTypeId,
    sourceConnectorId: null,
    customOptions: null,
    sourceConnectorTypeRequestParameterMappings: [],
  };
  const next = withTargetType(source, isTaken ? typeId : null);
  return isTaken ? { ...next, targetConnectorId } : next;
}

function withTargetType(step: Step, targetConnectorTypeId: string | null): Step {
  return { ...step, targetConnectorTypeId, targetConnectorId: null, targetConnectorTypeRequestParameterMappings: [] };
}
