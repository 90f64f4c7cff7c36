import { useHost } from '@portage/area-kit';
import { Button, Switch, useLoaded } from '@portage/ui';
import type { ConnectorOperationStep } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useMemo } from 'react';
import { useReportProblems } from '../../panel/use-form-memory.ts';
import { useEditor, useEditorStore } from '../../state/editor-context.tsx';
import { ConnectorField } from '../connector-choice/connector-field.tsx';
import { useConnectorQuery, useConnectorSource, useConnectors } from '../connector-choice/connector-source.tsx';
import { LoadProblem } from '../connector-choice/load-problem.tsx';
import { usePresetConnectors } from '../connector-choice/use-preset-connectors.ts';
import { FailureOptions } from '../fields/failure-options.tsx';
import { RetryOptions } from '../fields/retry-options.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { schemaProblems } from '../parameters/schema-problems.ts';
import { withConnector } from './operation-changes.ts';
import { OperationChooser } from './operation-chooser.tsx';
import { ContentTypeOption, GraphQlOptions, PagingOptions } from './operation-options.tsx';
import { OperationParameters } from './operation-parameters.tsx';
import { useResource } from './resource-choice.ts';

/** The form of a connector operation (spec STEP-31..52). */
export function ConnectorOperationForm(props: StepFormProps<ConnectorOperationStep>) {
  const { step, onChange, isReadOnly, problemOf } = props;
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
  // Spec STEP-41: custom scripts and queries aren't checked for required values.
  const askedFor = isScript || step.overrideGraphQlQuery ? undefined : schema.data;
  // Lists have only the beginning of it.
  const description = schema.data?.description ?? operation?.description ?? undefined;
  const isResourceMissing = resourceId === null && !operationId;
  useReportProblems(
    step,
    useMemo(
      () => schemaProblems(isResourceMissing, askedFor, step.requestParameterMappings ?? []),
      [isResourceMissing, askedFor, step.requestParameterMappings],
    ),
  );

  usePresetConnectors([{ field: 'connectorId', connectorId, connectorTypeId: step.connectorTypeId }], isReadOnly, (changes) =>
    onChange({ ...step, ...changes }, 'connectorId'),
  );

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

  return (
    <>
      <ConnectorField
        connectorId={connectorId}
        connectorTypeId={step.connectorTypeId}
        onChange={(id, typeId) => {
          if (id === connectorId) return;
          store.change(withConnector(store.getState().steps, step.stepId, id, typeId, () => crypto.randomUUID()));
        }}
        isReadOnly={isReadOnly}
        errorMessage={problemOf('connectorId')}
      />
      <OperationChooser
        step={step}
        resources={resources.data ?? []}
        operations={operations.data ?? []}
        resourceId={resourceId}
        onResource={setResource}
        description={description}
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
      <LoadProblem of={[resources, operations, schema]} />
      {connector?.hasCustomParameters ? (
        <div>
          <Button icon={<RefreshCw aria-hidden />} onPress={resync}>
            Re-Sync Parameters
          </Button>
        </div>
      ) : null}
      {isImpersonating ? (
        <Switch value={isScript} onChange={switchScript} isDisabled={isReadOnly}>
          Use script
        </Switch>
      ) : null}
      <GraphQlOptions {...props} operation={operation} />
      <ContentTypeOption {...props} operation={operation} />
      {shownSchema === undefined && !isScript ? (
        indicator
      ) : (
        <OperationParameters
          {...props}
          schema={shownSchema ?? null}
          onReload={() => queryClient.invalidateQueries({ queryKey: ['connector-schemas', ...schemaKey] })}
        />
      )}
      <FailureOptions
        step={step}
        onChange={onChange}
        hasErrorPath
        errorPathObstacle={step.useAutoPaging ? 'A step with auto paging cannot have an error path.' : undefined}
        isReadOnly={isReadOnly}
      />
      <RetryOptions step={step} onChange={onChange} isReadOnly={isReadOnly} problemOf={problemOf} />
      <PagingOptions {...props} operation={operation} />
    </>
  );
}
