import { forgetConnectors, useAddConnector, useHost } from '@portage/area-kit';
import { Banner, Button, Card, color, FormLayout, Inline, Muted, Stack } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import { markCreated } from '../add-workflow/created-workflow-marker.ts';
import { workflowKeys } from '../workflows/workflow-queries.ts';
import { buildWorkflowName, chosenConnectors, type OwnConnector, withAdded } from './chosen-connectors.ts';
import { ConnectorPicker } from './connector-picker.tsx';
import { forgetChoices, keepChoices, readStoredChoices } from './kept-choices.ts';
import { StepsOfTemplate } from './steps-of-template.tsx';
import type { Template } from './template.ts';

const Hint = styled.p`
  margin: 0;
  color: ${color.muted};
  overflow-wrap: anywhere;
`;

interface FillConnectorsFormProps {
  template: Template;
  connectors: readonly (OwnConnector & { name: string })[];
}

/** One picker per connector type; then the workflow is created and opened in the designer. */
export function FillConnectorsForm({ template, connectors }: FillConnectorsFormProps) {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const [search] = useSearchParams();
  const [choices, setChoices] = useState(() =>
    withAdded(readStoredChoices(sessionStorage, template.id), connectors, search.get('connectorId')),
  );
  const [isTold, setIsTold] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const { connectorTypes } = template;
  const chosen = useMemo(
    () =>
      chosenConnectors(
        connectorTypes.map(({ id }) => id),
        connectors,
        choices,
      ),
    [connectorTypes, connectors, choices],
  );
  const isMissing = connectorTypes.some(({ isAvailable }) => !isAvailable);
  const isComplete = connectorTypes.every(({ id }) => chosen[id]);
  const connectedCount = connectorTypes.filter(({ id }) => chosen[id]).length;
  const typeWanted = useRef<string | null>(null);
  const openPopup = useAddConnector((connectorId, typeId) => take(typeId ?? typeWanted.current, connectorId));

  /** Chooses a connector that was just made from this page. */
  async function take(typeId: string | null, connectorId: string): Promise<void> {
    await forgetConnectors(queryClient);
    if (typeId !== null) setChoices((before) => ({ ...before, [typeId]: connectorId }));
  }

  async function makeWorkflow(event: SyntheticEvent) {
    event.preventDefault();
    setIsTold(true);
    if (!isComplete || isMissing || isSaving) return;
    setIsSaving(true);
    try {
      const { workflow } = await api('POST /api/workflows', {
        body: {
          name: buildWorkflowName(template.name),
          description: template.description,
          templateId: template.id,
          connectorIds: chosen,
        },
      });
      forgetChoices(sessionStorage, template.id);
      markCreated(sessionStorage, workflow.id, Date.now());
      navigate(`/workflows/${workflow.id}/edit`);
      await queryClient.invalidateQueries({ queryKey: workflowKeys.all });
    } catch (error) {
      notify.error(error);
      setIsSaving(false);
    }
  }

  return (
    <FormLayout onSubmit={makeWorkflow} noValidate>
      {isMissing ? (
        <Banner tone="warning" title="This template can’t be used right now">
          It needs a system that was removed or that you can’t connect. Ask an admin, or choose another template.
        </Banner>
      ) : null}
      <Card title={template.name}>
        <Stack>
          {template.description ? <Hint>{template.description}</Hint> : null}
          <StepsOfTemplate steps={template.steps} />
        </Stack>
      </Card>
      <Card title="Connectors">
        <Stack>
          {connectorTypes.length === 0 ? (
            <Hint>This template works without connectors.</Hint>
          ) : (
            <Muted role="status">
              {connectedCount} of {connectorTypes.length} connected
            </Muted>
          )}
          {connectorTypes.map((type) => (
            <ConnectorPicker
              key={type.id}
              type={type}
              connectors={connectors.filter(({ connectorTypeId }) => connectorTypeId === type.id)}
              value={chosen[type.id] ?? null}
              isTold={isTold}
              onChange={(connectorId) => setChoices((before) => ({ ...before, [type.id]: connectorId }))}
              returnTo={`/workflows/add-from-template-id/${encodeURIComponent(template.id)}/`}
              onLeaving={() => keepChoices(sessionStorage, template.id, chosen)}
              onAdd={() => {
                typeWanted.current = type.id;
                openPopup(type.id, type.name ?? '');
              }}
              onMade={(connectorId) => take(type.id, connectorId)}
            />
          ))}
        </Stack>
      </Card>
      <Inline>
        <Button type="submit" variant="primary" isPending={isSaving} isDisabled={isMissing}>
          Continue to Designer
        </Button>
        <Button
          onPress={() => {
            forgetChoices(sessionStorage, template.id);
            navigate('/workflows');
          }}
        >
          Cancel
        </Button>
      </Inline>
    </FormLayout>
  );
}
