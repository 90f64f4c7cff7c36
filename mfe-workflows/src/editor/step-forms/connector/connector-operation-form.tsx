import type { OperationChoice } from '@portage/connectors/schema';
import { Button, Checkbox, CodeEditor, ComboBox, Select, Switch, useHost, useLoaded } from '@portage/ui';
import { type ConnectorOperationStep, workflowLimits } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { useReportProblems } from '../../panel/use-form-memory.ts';
import { useEditor, useEditorStore } from '../../state/editor-context.tsx';
import { ScriptField } from '../../values/index.ts';
import { DescriptionText } from '../fields/description-text.tsx';
import { FailureOptions } from '../fields/failure-options.tsx';
import { Hint } from '../fields/form-section.tsx';
import { NumberTextField } from '../fields/number-text-field.tsx';
import type { StepFormProps } from '../step-form.ts';
import { builtOptions } from './built-options.ts';
import { latestOfType, withSetChoice } from './connector-choices.ts';
import { ConnectorField } from './connector-field.tsx';
import { useConnectorQuery, useConnectorSource, useConnectors } from './connector-source.tsx';
import { LoadProblem } from './load-problem.tsx';
import { MappedParameters } from './mapped-parameters.tsx';
import { withConnector, withMaxItems, withOperation, withoutOperation, withPaging } from './operation-changes.ts';
import { useResource } from './resource-choice.ts';
import { schemaProblems } from './schema-problems.ts';

/** Spec STEP-31..52. */
export function ConnectorOperationForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<ConnectorOperationStep>) {
  const store = useEditorStore();
  const host = useHost();
  const source = useConnectorSource();
  const queryClient = useQueryClient();
  const isImpersonating = useEditor((state) => state.isImpersonating);
  const { connectorId, operationId } = step;
  const connectors = useConnectors();
  const connector = connectors.data?.find(({ id }) => id === connectorId);
  const resources = useConnectorQuery(connectorId ? ['resources', connectorId] : null, (one) => one.listResources(connectorId ?? ''));
  const operations = useConnectorQuery(connectorId ? ['operations', connectorId] : null, (one) => one.listOperations(connectorId ?? ''));
  const operation = operations.data?.find(({ id }) => id === operationId);
  const [resourceId, setResource] = useResource(connectorId, operation);
  const isScript = step.requestParametersSourceType === 'Script';
  const contentType = step.requestContentType ?? undefined;
  const schemaKey = ['operation-schema', connectorId, operationId, contentType ?? ''];
  const schema = useConnectorQuery(connectorId && operationId ? schemaKey : null, (one) =>
    one.loadOperationSchema(connectorId ?? '', operationId ?? '', contentType),
  );
  const { shown: shownSchema, indicator } = useLoaded(schema.isLoading ? undefined : (schema.data ?? null));
  const mappings = step.requestParameterMappings ?? [];
  // Spec STEP-41: scripts and queries of one's own answer for themselves.
  const askedFor = isScript || step.overrideGraphQlQuery ? undefined : schema.data;
  // Lists carry the beginning only.
  const description = schema.data?.description ?? operation?.description;
  const isResourceMissing = resourceId === null && !operationId;
  useReportProblems(
    step.clientId,
    useMemo(
      () => schemaProblems(isResourceMissing, askedFor, step.requestParameterMappings ?? []),
      [isResourceMissing, askedFor, step.requestParameterMappings],
    ),
  );

  // Spec STEP-29.
  const preset = !connectorId && step.connectorTypeId && connectors.data ? latestOfType(connectors.data, step.connectorTypeId) : undefined;
  useEffect(() => {
    if (preset && !isReadOnly) onChange({ ...step, connectorId: preset.id }, 'connectorId');
  }, [preset, isReadOnly, step, onChange]);

  const changeSteps = (changed: ReturnType<typeof withConnector>, field?: string) =>
    store.change(changed, field === undefined ? {} : { field: `${step.clientId}/${field}` });
  const makeId = () => crypto.randomUUID();
  const steps = () => store.getState().steps;

  async function resync(): Promise<void> {
    const { isSuccess, errorMessage } = await source.resyncCustomParameters(connectorId ?? '');
    if (!isSuccess) throw new Error(errorMessage ?? 'The custom fields could not be read.');
    await queryClient.invalidateQueries({ queryKey: ['connector-schemas'] });
    host.notify.success('Custom fields reloaded');
  }

  async function switchScript(isOn: boolean): Promise<void> {
    const script =
      isOn && !step.script?.trim() && connectorId && operationId ? await source.loadOperationScript(connectorId, operationId) : step.script;
    onChange({ ...step, requestParametersSourceType: isOn ? 'Script' : 'Mappings', ...(script === undefined ? {} : { script }) });
  }

  const withOperations = useMemo(() => new Set((operations.data ?? []).map((one) => one.resourceId)), [operations.data]);
  const inResource = (operations.data ?? []).filter((one) => one.resourceId === resourceId);
  return (
    <>
      <ConnectorField
        connectorId={connectorId}
        connectorTypeId={step.connectorTypeId}
        onChange={(id, typeId) => id !== connectorId && changeSteps(withConnector(steps(), step.stepId, id, typeId, makeId))}
        isReadOnly={isReadOnly}
        errorMessage={problemOf('connectorId')}
      />
      <FormField name="resourceId">
        <ComboBox
          label="Resource"
          value={resourceId}
          onChange={(id) => {
            if (!id || id === resourceId) return;
            setResource(id);
            if (operationId) changeSteps(withoutOperation(steps(), step.stepId, makeId));
          }}
          options={(resources.data ?? []).filter(({ id }) => withOperations.has(id)).map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={connectorId ? 'Select a resource' : 'Select a connector first'}
          isRequired
          isDisabled={isReadOnly || !connectorId}
          errorMessage={problemOf('resourceId')}
        />
      </FormField>
      <FormField name="operationId">
        <ComboBox
          label="Operation"
          value={operationId ?? null}
          onChange={(id) => {
            const chosen = inResource.find((one) => one.id === id);
            if (chosen && id !== operationId) changeSteps(withOperation(steps(), step.stepId, chosen, makeId));
          }}
          options={withSetChoice(builtOptions(inResource, operationOption), operationId, operationId ?? '')}
          placeholder={resourceId ? 'Select an operation' : 'Select a resource first'}
          hint={description ? <DescriptionText key={operationId} text={description} /> : undefined}
          isRequired
          isDisabled={isReadOnly || resourceId === null}
          errorMessage={problemOf('operationId')}
        />
      </FormField>
      <LoadProblem of={[resources, operations, schema]} />
      {connector?.hasCustomParameters ? (
        <div>
          <Button icon={<RefreshCw aria-hidden />} onPress={resync}>
            Re-Sync Parameters
          </Button>
        </div>
      ) : null}
      <FailureOptions
        continueOnFailure={step.continueOnFailure}
        onContinueOnFailureChange={(continueOnFailure) => onChange({ ...step, continueOnFailure })}
        useRetry={step.useRetry}
        onUseRetryChange={(useRetry) => onChange({ ...step, useRetry })}
        isReadOnly={isReadOnly}
      />
      {operation?.supportsPaging || step.useAutoPaging ? (
        <>
          <Checkbox
            value={step.useAutoPaging ?? false}
            onChange={(isOn) => changeSteps(withPaging(steps(), step.stepId, isOn, makeId))}
            isDisabled={isReadOnly}
          >
            Use Auto Paging
          </Checkbox>
          {step.useAutoPaging ? (
            <NumberTextField
              clientId={step.clientId}
              name="pagedItemsLimit"
              label="Max Items to Return"
              value={step.pagedItemsLimit ?? workflowLimits.pagedItemsDefault}
              onChange={(limit) => limit !== null && changeSteps(withMaxItems(steps(), step.stepId, limit), 'pagedItemsLimit')}
              requiredAs="Max Items to Return"
              min={1}
              isReadOnly={isReadOnly}
              errorMessage={problemOf('pagedItemsLimit')}
            />
          ) : null}
        </>
      ) : null}
      {isImpersonating ? (
        <Switch value={isScript} onChange={switchScript} isDisabled={isReadOnly}>
          Use script
        </Switch>
      ) : null}
      {operation?.graphQlQuery !== undefined || step.overrideGraphQlQuery ? (
        <Checkbox
          value={step.overrideGraphQlQuery ?? false}
          onChange={(overrideGraphQlQuery) =>
            onChange({ ...step, overrideGraphQlQuery, graphQlQuery: step.graphQlQuery || (operation?.graphQlQuery ?? '') })
          }
          isDisabled={isReadOnly}
        >
          Override GraphQL query
        </Checkbox>
      ) : null}
      {step.overrideGraphQlQuery ? (
        <FormField name="graphQlQuery">
          <CodeEditor
            label="GraphQL query"
            value={step.graphQlQuery ?? ''}
            onChange={(graphQlQuery) => onChange({ ...step, graphQlQuery }, 'graphQlQuery')}
            isReadOnly={isReadOnly}
            isRequired
            errorMessage={problemOf('graphQlQuery')}
          />
        </FormField>
      ) : null}
      {operation?.contentTypes ? (
        <Select
          label="The body is sent as"
          value={contentType ?? ''}
          onChange={(type) => onChange({ ...step, requestContentType: type || null })}
          options={[
            ...(contentType ? [] : [{ value: '', label: 'As the document has it first' }]),
            ...withSetChoice(
              operation.contentTypes.map((type) => ({ value: type, label: contentTypeLabel(type) })),
              contentType,
              contentType ?? '',
            ),
          ]}
          isDisabled={isReadOnly}
        />
      ) : null}
      {isScript && !isImpersonating ? (
        // Spec STEP-34: its editor is not for everyone.
        <Hint>A script fills in the parameters of this step.</Hint>
      ) : isScript ? (
        <FormField name="script">
          <ScriptField
            label="Script"
            value={step.script ?? ''}
            onChange={(script) => onChange({ ...step, script }, 'script')}
            stepId={step.stepId}
            isRequired
            isReadOnly={isReadOnly}
            errorMessage={problemOf('script')}
          />
        </FormField>
      ) : shownSchema && connectorId ? (
        <MappedParameters
          key={`${operationId} ${contentType ?? ''}`}
          place={{ connectorId, operationId: operationId ?? undefined }}
          stepId={step.stepId}
          root={shownSchema}
          mappings={mappings}
          onChange={(requestParameterMappings, field) => onChange({ ...step, requestParameterMappings }, field)}
          onReload={() => queryClient.invalidateQueries({ queryKey: ['connector-schemas', ...schemaKey] })}
          isReadOnly={isReadOnly}
          problemOf={problemOf}
          dynamicAdvancedParameters={step.dynamicAdvancedParameters}
          playbookParameters={step.playbookParameters}
          onToggle={(list, path) => onChange({ ...step, [list]: toggled(step[list] ?? [], path) })}
        />
      ) : shownSchema === undefined ? (
        indicator
      ) : null}
    </>
  );
}

/** Documents name many operations alike; their method and path tell them apart. */
function operationOption({ id, name, operationId }: OperationChoice) {
  return { value: id, label: name, detail: name === id ? undefined : id, keywords: operationId };
}

/** Media types by what people know them as, with their own name. */
function contentTypeLabel(type: string): string {
  const known = [
    [/^multipart\//i, 'Form with files'],
    [/[/+]json\b/i, 'JSON'],
    [/x-www-form-urlencoded/i, 'Form'],
    [/[/+]xml\b/i, 'XML'],
    [/^text\//i, 'Text'],
  ] as const;
  const label = known.find(([pattern]) => pattern.test(type))?.[1];
  return label ? `${label} (${type})` : type;
}

function toggled(paths: readonly string[], path: string): string[] {
  return paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path];
}
