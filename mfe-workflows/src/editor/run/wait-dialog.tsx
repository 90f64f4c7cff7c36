import { useApi } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, CopyButton, Dialog, FailedRead, font, Hint, Inline, Spinner, Stack, space } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { SampleCallForm } from '../sample-call/sample-call-form.tsx';

/** How often the dialog checks whether a new run has started (spec EDIT-74). */
const POLL_MS = 3_000;

const Address = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  code {
    min-width: 0;
    font-family: ${font.data};
    font-size: ${font.size.small};
    overflow-wrap: anywhere;
  }
`;

export interface WaitDialogProps {
  workflowId: string;
  steps: readonly WorkflowStep[];
  /** The newest run before waiting started; null if there was none. */
  lastRunId: string | null;
  isTest: boolean;
  onRun: (runId: string) => void;
  /** Reopens the time window for a test. Returns false if that failed and the person has seen the message. */
  onWaitAgain: () => Promise<boolean>;
  onCancel: () => void;
}

/** Waits until a call from outside has started a run (spec EDIT-40, EDIT-72..74). The typo in the title is the specification's. */
export function WaitDialog({ workflowId, steps, lastRunId, isTest, onRun, onWaitAgain, onCancel }: WaitDialogProps) {
  const api = useApi();
  const [problem, setProblem] = useState<unknown>(null);
  const [isTimeOver, setIsTimeOver] = useState(false);
  const isEvent = steps.find((step) => step.type === 'Trigger')?.triggerType === 'ConnectorEvent';
  const address = useQuery({
    queryKey: ['workflows', workflowId, 'webhook-url'],
    queryFn: ({ signal }) => api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflowId } }, { signal }),
    select: (answer) => answer.webhookUrl,
  });

  useEffect(() => {
    let isOver = false;
    async function look() {
      try {
        const { workflowInstance, isTesting } = await api('GET /api/workflows/{id}/last-instance', { params: { id: workflowId } });
        if (isOver) return;
        setProblem(null);
        if (workflowInstance && workflowInstance.id !== lastRunId) {
          isOver = true;
          onRun(workflowInstance.id);
        } else setIsTimeOver(isTest && isTesting === false);
      } catch (error) {
        // The next poll may reach the server again.
        if (!isOver) setProblem(error);
      }
    }
    const timer = setInterval(look, POLL_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [api, workflowId, lastRunId, isTest, onRun]);

  async function waitAgain() {
    if (await onWaitAgain()) setIsTimeOver(false);
  }

  return (
    <Dialog isOpen onClose={onCancel} title="Wating for Webhook call" isWide actions={<Button onPress={onCancel}>Cancel</Button>}>
      <Stack>
        {isTimeOver ? (
          <Banner tone="warning" action={<Button onPress={waitAgain}>Wait again</Button>}>
            No call arrived in time. The address no longer accepts test calls.
          </Banner>
        ) : (
          <Inline as="p" $gap={3} $isNowrap role="status">
            <Spinner /> Waiting for Webhook call...
          </Inline>
        )}
        {address.data ? (
          <>
            <Address>
              <code>{address.data}</code>
              <CopyButton text={address.data} label="Copy address" />
            </Address>
            {/* Only the system itself can sign the calls of its events. */}
            {isEvent ? null : (
              <SampleCallForm
                workflowId={workflowId}
                address={address.data}
                onTaken={(runId) => (runId ? onRun(runId) : undefined)}
                hasCommand
              />
            )}
          </>
        ) : null}
        <Hint>
          {getHint(isEvent, isTest)}
          {isEvent ? ' To start a run without the event, choose Run with data, next to Run.' : null}
        </Hint>
        {address.error ? <FailedRead title="The address could not be read" query={address} /> : null}
        {problem ? <Banner tone="warning">{getErrorMessage(problem)} Portage keeps looking.</Banner> : null}
      </Stack>
    </Dialog>
  );
}

function getHint(isEvent: boolean, isTest: boolean): string {
  if (isEvent) {
    return isTest
      ? 'Trigger the event in the connected system. If it happens within ten minutes, it starts a test run of what you see in the designer.'
      : 'The workflow is active: every time the event happens in the connected system, a run starts.';
  }
  return isTest
    ? 'A call to this address in the next ten minutes starts a test run of what you see in the designer.'
    : 'The workflow is active: every call to this address starts a run.';
}
