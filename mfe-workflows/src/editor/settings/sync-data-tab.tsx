import { useApi } from '@portage/area-kit';
import { Button, EmptyState, Inline, Spinner, space } from '@portage/ui';
import { findIntegrationType } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import type { Workflow } from '../../api-types.ts';
import { SyncData } from '../../sync/sync-data.tsx';
import { syncKeys, useFlows, useIsUnderWay } from '../../sync/sync-queries.ts';
import { startWorkflow } from '../../workflows/workflow-queries.ts';
import { createDraft } from '../integration/integration-draft.ts';
import { useIntegration } from '../integration/use-integration.ts';
import { useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { getWorkflowKind } from '../tabs/editor-tabs.ts';
import { PreviewDialog } from './preview-dialog.tsx';

const Frame = styled.div`
  padding: ${space(4)} 0 ${space(8)};
`;

/** The flows of a workflow and their items (spec EDIT-06, INT-12..15). */
export function SyncDataTab({ onSettings }: { onSettings: () => void }) {
  const workflow = useOpenWorkflow();
  const integrationType = useEditor(({ steps }) => steps.map(findIntegrationType).find((type) => type !== null) ?? null);
  const kind = useEditor(({ steps }) => getWorkflowKind(steps));
  const integration = useIntegration(workflow.id, integrationType);
  const isFilled = Boolean(integration.data) && createDraft(integration.data ?? null).mappings.length > 0;
  const isReady = kind === 'sync' || isFilled;
  return (
    <Frame>
      <SyncData
        workflowId={workflow.id}
        emptyState={
          isReady ? (
            <FirstSync workflow={workflow} hasPreview={kind === 'sync'} />
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

/** Shown once everything is set up, until something has been synced. */
function FirstSync({ workflow, hasPreview }: { workflow: Workflow; hasPreview: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [runId, setRunId] = useState<string | null>(null);
  if (runId !== null) return <UnderWay workflowId={workflow.id} runId={runId} />;
  return (
    <EmptyState
      icon={<RefreshCw aria-hidden />}
      title="Nothing is synchronised yet"
      action={
        <Inline>
          {hasPreview ? <PreviewButton workflowId={workflow.id} /> : null}
          <Button
            variant="primary"
            onPress={async () => {
              setRunId(await startWorkflow(api, workflow));
              await queryClient.invalidateQueries({ queryKey: syncKeys.flows });
            }}
          >
            Sync now
          </Button>
        </Inline>
      }
    >
      {workflow.isActive
        ? 'The workflow syncs when its trigger starts it, or by hand.'
        : 'Activate the workflow so that its trigger starts it, or sync once by hand.'}
    </EmptyState>
  );
}

/** The settings have their own preview, which includes unsaved changes. */
function PreviewButton({ workflowId }: { workflowId: string }) {
  const api = useApi();
  const { flush } = useSaving();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        onPress={async () => {
          // The preview uses the workflow as the server has it.
          if (await flush()) setIsOpen(true);
        }}
      >
        Preview
      </Button>
      {isOpen ? (
        <PreviewDialog
          previewKey={[workflowId]}
          load={(signal) => api('POST /api/integrations/preview', { body: { workflowId } }, { signal })}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Shown until the engine has started the flow. */
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
      title={isUnderWay ? 'The first sync is starting' : 'The run is over, and nothing was synchronised'}
    >
      {isUnderWay ? 'Its records appear here as soon as they are read.' : 'Last Run shows why.'}
    </EmptyState>
  );
}
