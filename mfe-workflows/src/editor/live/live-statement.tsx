import { useApi } from '@portage/area-kit';
import { Banner, Button, CopyButton, IconButton, Inline, layer, Muted, radius, shadow, space, Text } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import type { Workflow } from '../../api-types.ts';
import { SampleCallDialog } from '../sample-call/sample-call-dialog.tsx';
import { FiresList } from '../step-forms/schedule/fires-list.tsx';
import { useMinute } from '../step-forms/schedule/use-minute.ts';

const SHOWN_FIRES = 3;

/** Floats over the bottom of the canvas: nothing moves when a workflow is activated (spec EDIT-02). */
const Floating = styled.div`
  position: absolute;
  bottom: ${space(4)};
  left: 50%;
  z-index: ${layer.sticky};
  width: min(100% - ${space(12)}, ${space(150)});
  border-radius: ${radius.control};
  box-shadow: ${shadow.floating};
  transform: translateX(-50%);
`;

/** After a workflow is activated, says what starts it from now on. */
export function LiveStatement({ workflow, onClose }: { workflow: Workflow; onClose: () => void }) {
  return (
    <Floating>
      <Banner
        tone="success"
        title="The workflow is active"
        action={<IconButton label="Close" size="dense" icon={<X aria-hidden />} onPress={onClose} />}
      >
        {renderStart(workflow)}
      </Banner>
    </Floating>
  );
}

function renderStart(workflow: Workflow): ReactNode {
  switch (workflow.triggerType) {
    case 'Webhook':
      return <WebhookStart workflow={workflow} />;
    case 'Scheduled':
      return <ScheduledStart workflow={workflow} />;
    case 'ConnectorEvent':
      return <EventStart workflow={workflow} />;
    case 'Manual':
    case null:
      return 'It starts when a person presses Run, or a program calls it with an API key.';
    default:
      return workflow.triggerType satisfies never;
  }
}

function WebhookStart({ workflow }: { workflow: Workflow }) {
  const api = useApi();
  const [isSending, setIsSending] = useState(false);
  const { data } = useQuery({
    queryKey: ['workflows', workflow.id, 'webhook-url'],
    queryFn: ({ signal }) => api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflow.id } }, { signal }),
    select: ({ webhookUrl }) => webhookUrl,
  });
  return (
    <>
      Every call of this address starts a run:
      {data ? (
        <Inline>
          <Text as="code" $size="small" $isData $breaks $shrinks>
            {data}
          </Text>
          <CopyButton text={data} label="Copy address" />
          <Button size="dense" onPress={() => setIsSending(true)}>
            Send a sample call
          </Button>
        </Inline>
      ) : null}
      {data && isSending ? <SampleCallDialog address={data} onClose={() => setIsSending(false)} /> : null}
    </>
  );
}

function ScheduledStart({ workflow }: { workflow: Workflow }) {
  const api = useApi();
  const nowMs = useMinute();
  const { data } = useQuery({
    queryKey: ['workflows', workflow.id, 'schedule-preview', workflow.versionId],
    queryFn: ({ signal }) =>
      api('GET /api/workflows/{id}/schedule-preview', { params: { id: workflow.id }, query: { count: SHOWN_FIRES } }, { signal }),
  });
  if (!data) return 'It starts by its schedule.';
  if (data.fires.length === 0) return 'Its schedule has no times left; it starts only when a person presses Run.';
  const timeZone = data.timeZone ?? 'UTC';
  return (
    <>
      Next start, in time zone {timeZone}:
      <FiresList fires={data.fires.map((fire) => Date.parse(fire))} nowMs={nowMs} timeZone={timeZone} />
    </>
  );
}

function EventStart({ workflow }: { workflow: Workflow }) {
  const api = useApi();
  const trigger = workflow.steps.find((step) => step.type === 'Trigger');
  const { connectorId, eventId } = trigger?.type === 'Trigger' ? trigger : {};
  const connector = useQuery({
    queryKey: ['connectors', connectorId, 'name'],
    enabled: Boolean(connectorId),
    queryFn: ({ signal }) => api('GET /api/connectors/{id}', { params: { id: connectorId ?? '' } }, { signal }),
    select: (answer) => answer.connector.name,
  });
  const event = useQuery({
    queryKey: ['connectors', connectorId, 'api-schema'],
    enabled: Boolean(connectorId),
    queryFn: ({ signal }) => api('GET /api/connectors/{id}/api-schema', { params: { id: connectorId ?? '' } }, { signal }),
    select: ({ schema }) => schema.events.find(({ id }) => id === eventId)?.name,
  });
  return (
    <>
      It listens for “{event.data ?? eventId}” in {connector.data ?? 'the connected system'}.
      <Muted as="p" $above={1}>
        A run starts each time it happens there.
      </Muted>
    </>
  );
}
