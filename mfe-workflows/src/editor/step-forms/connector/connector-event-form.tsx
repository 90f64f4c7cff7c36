import { ComboBox, useLoaded } from '@portage/ui';
import type { TriggerStep } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { useReportProblems } from '../../panel/use-form-memory.ts';
import { builtOptions } from '../connector-choice/built-options.ts';
import { withSetChoice } from '../connector-choice/connector-choices.ts';
import { ConnectorField } from '../connector-choice/connector-field.tsx';
import { useConnectorQuery } from '../connector-choice/connector-source.tsx';
import { LoadProblem } from '../connector-choice/load-problem.tsx';
import { usePresetConnectors } from '../connector-choice/use-preset-connectors.ts';
import { DescriptionText } from '../fields/description-text.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { MappedParameters } from '../parameters/mapped-parameters.tsx';
import { schemaProblems } from '../parameters/schema-problems.ts';
import { WebhookUrl } from '../webhook/webhook-url.tsx';
import { EventStatus } from './event-status.tsx';
import { useResource } from './resource-choice.ts';

/** A new choice clears and reloads those after it (spec STEP-19, STEP-21, STEP-24, STEP-25, HOOK-02, HOOK-06). */
export function ConnectorEventForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<TriggerStep>) {
  const queryClient = useQueryClient();
  const { connectorId, eventId } = step;
  usePresetConnectors([{ field: 'connectorId', connectorId, connectorTypeId: step.connectorTypeId }], isReadOnly, (changes) =>
    onChange({ ...step, ...changes }, 'connectorId'),
  );
  const resources = useConnectorQuery(connectorId ? ['resources', connectorId] : null, (one) => one.listResources(connectorId ?? ''));
  const events = useConnectorQuery(connectorId ? ['events', connectorId] : null, (one) => one.listEvents(connectorId ?? ''));
  const event = events.data?.find(({ id }) => id === eventId);
  const [resourceId, setResource] = useResource(connectorId, event);
  const schemaKey = ['event-schema', connectorId, eventId];
  const schema = useConnectorQuery(connectorId && eventId ? schemaKey : null, (one) =>
    one.loadEventSchema(connectorId ?? '', eventId ?? ''),
  );
  const { shown: shownSchema, indicator } = useLoaded(schema.isLoading ? undefined : (schema.data ?? null));
  const isResourceMissing = resourceId === null && !eventId;
  useReportProblems(
    step,
    useMemo(
      () => schemaProblems(isResourceMissing, schema.data, step.requestParameterMappings ?? []),
      [isResourceMissing, schema.data, step.requestParameterMappings],
    ),
  );
  const withEvents = new Set((events.data ?? []).map((one) => one.resourceId));
  const inResource = (events.data ?? []).filter((one) => one.resourceId === resourceId);
  return (
    <>
      <ConnectorField
        connectorId={connectorId}
        connectorTypeId={step.connectorTypeId}
        onChange={(id, connectorTypeId) =>
          id !== connectorId && onChange({ ...step, connectorId: id, connectorTypeId, eventId: null, requestParameterMappings: [] })
        }
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
            if (eventId) onChange({ ...step, eventId: null, requestParameterMappings: [] });
          }}
          options={(resources.data ?? []).filter(({ id }) => withEvents.has(id)).map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={connectorId ? 'Select a resource' : 'Select a connector first'}
          isRequired
          isDisabled={isReadOnly || !connectorId}
          errorMessage={problemOf('resourceId')}
        />
      </FormField>
      <FormField name="eventId">
        <ComboBox
          label="Event"
          value={eventId ?? null}
          onChange={(id) => id && id !== eventId && onChange({ ...step, eventId: id, requestParameterMappings: [] })}
          options={withSetChoice(
            builtOptions(inResource, ({ id, name }) => ({ value: id, label: name, detail: name === id ? undefined : id })),
            eventId,
            eventId ?? '',
          )}
          placeholder={resourceId ? 'Select an event' : 'Select a resource first'}
          hint={event?.description ? <DescriptionText key={event.id} text={event.description} /> : undefined}
          isRequired
          isDisabled={isReadOnly || resourceId === null}
          errorMessage={problemOf('eventId')}
        />
      </FormField>
      <LoadProblem of={[resources, events, schema]} />
      {shownSchema === undefined ? indicator : null}
      {shownSchema && connectorId && (shownSchema.properties ?? []).length > 0 ? (
        <MappedParameters
          key={eventId}
          place={{ connectorId, eventId: event?.id ?? eventId ?? undefined }}
          stepId={step.stepId}
          root={shownSchema}
          mappings={step.requestParameterMappings ?? []}
          onChange={(requestParameterMappings, field) => onChange({ ...step, requestParameterMappings }, field)}
          onReload={() => queryClient.invalidateQueries({ queryKey: ['connector-schemas', ...schemaKey] })}
          isReadOnly={isReadOnly}
          problemOf={problemOf}
        />
      ) : null}
      <WebhookUrl by="triggerCode" />
      <EventStatus mode={event?.mode} />
    </>
  );
}
