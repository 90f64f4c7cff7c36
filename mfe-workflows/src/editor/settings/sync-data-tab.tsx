import { Button, EmptyState, Spinner, space, useApi } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import type { Workflow } from '../../api-types.ts';
import { SyncData } from '../../sync/sync-data.tsx';
import { syncKeys, useFlows, useIsUnderWay } from '../../sync/sync-queries.ts';
import { startWorkflow } from '../../workflow-list/workflow-queries.ts';
import { useOpenWorkflow } from '../save/saving-context.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { draftOf } from './integration-draft.ts';
import { useIntegration } from './use-integration.ts';

const Frame = styled.div`
  padding: ${space(4)} 0 ${space(8)};
`;

/** The flows of a workflow and their items (spec EDIT-06, INT-12..15). */
export function SyncDataTab({ onSettings }: { onSettings: () => void }) {
  const workflow = useOpenWorkflow();
  const integrationType = useEditor(({ steps }) => {
    const found = steps.find((step) => step.type === 'IntegrationStep' && step.implementationType);
    return found?.type === 'IntegrationStep' ? (found.implementationType ?? null) : null;
  });
  const integration = useIntegration(workflow.id, integrationType);
  const isFilled = Boolean(integration.data) && draftOf(integration.data ?? null).mappings.length > 0;
  return (
    <Frame>
      <SyncData
        workflowId={workflow.id}
        emptyState={
          isFilled ? (
            <FirstSync workflow={workflow} />
          ) : (
            <EmptyState
              icon={<ArrowLeftRight aria-hidden />}
              title="Nothing is synchronised yet"
              action={<Button onPress={onSettings}>Settings</Button>}
            >
              Please fill the mappings on Settings tab
            </EmptyState>
          )
        }
      />
    </Frame>
  );
}

/** Everything is set up, and nothing was synced yet. */
function FirstSync({ workflow }: { workflow: Workflow }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [runId, setRunId] = useState<string | null>(null);
  if (runId !== null) return <UnderWay workflowId={workflow.id} runId={runId} />;
  return (
    <EmptyState
      icon={<RefreshCw aria-hidden />}
      title="Nothing is synchronised yet"
      action={
        <Button
          variant="primary"
          onPress={async () => {
            setRunId(await startWorkflow(api, workflow));
            await queryClient.invalidateQueries({ queryKey: syncKeys.flows });
          }}
        >
          Sync now
        </Button>
      }
    >
      {workflow.isActive
        ? 'The workflow syncs when its trigger starts it, or by hand.'
        : 'Activate the workflow so that its trigger starts it, or sync once by hand.'}
    </EmptyState>
  );
}

/** The flow appears as soon as the engine has begun it. */
function UnderWay({ workflowId, runId }: { workflowId: string; runId: string }) {
  const queryClient = useQueryClient();
  const isUnderWay = useIsUnderWay(runId);
  useFlows(workflowId, isUnderWay);
  useEffect(() => {
    if (!isUnderWay) void queryClient.invalidateQueries({ queryKey: syncKeys.flows });
  }, [isUnderWay, queryClient]);
  return (
    <EmptyState
      icon={isUnderWay ? <Spinner /> : <RefreshCw aria-hidden />}
      title={isUnderWay ? 'The first sync begins' : 'The run is over, and nothing was synchronised'}
    >
      {isUnderWay ? 'Its records appear here as soon as they are read.' : 'Last Run says why.'}
    </EmptyState>
  );
}
