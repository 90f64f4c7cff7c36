import { messageOf } from '@portage/contracts';
import { Banner, Breadcrumbs, Button, IconButton, Inline, Page, useHost, useLoaded, usePageTitle } from '@portage/ui';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Workflow } from '../api-types.ts';
import { sampleBodyOf } from './sample-payload.ts';
import { ScheduleCard } from './schedule-card.tsx';
import { StepsEditor } from './steps-editor.tsx';
import { useWorkflow } from './use-workflow.ts';
import { WebhookAddress } from './webhook-address.tsx';
import { WorkflowInfoDialog } from './workflow-info-dialog.tsx';

/** /workflows/{id}/edit: reads, changes, activates and runs one workflow. */
export function WorkflowPage() {
  const { id = '' } = useParams();
  const { navigate } = useHost();
  const model = useWorkflow(id);
  const { shown: workflow, indicator } = useLoaded(model.query.data, 'Loading the workflow');
  const { error } = model.query;
  usePageTitle(workflow ? `Workflows / ${workflow.name}` : 'Workflows');

  if (error && !workflow) {
    return (
      <Page>
        <Banner
          tone="danger"
          title="This workflow cannot be shown"
          action={<Button onPress={() => navigate('/workflows')}>Workflows</Button>}
        >
          {messageOf(error)}
        </Banner>
      </Page>
    );
  }
  if (!workflow) return indicator;
  return (
    <Page>
      {/* A new version from the server, after a reload, starts the editor anew. */}
      <StepsEditor
        key={workflow.id}
        workflow={workflow}
        model={model}
        title={<Title workflow={workflow} model={model} />}
        above={<TriggerCard workflow={workflow} />}
      />
    </Page>
  );
}

/** What sets the workflow off from outside. */
function TriggerCard({ workflow }: { workflow: Workflow }) {
  const { id, triggerType, versionId, isActive } = workflow;
  if (triggerType === 'Scheduled') return <ScheduleCard workflowId={id} versionId={versionId} isActive={isActive} />;
  if (triggerType === 'Webhook') return <WebhookAddress workflowId={id} isActive={isActive} sample={sampleBodyOf(workflow.steps)} />;
  return null;
}

/** Spec EDIT-02..04. */
function Title({ workflow, model }: { workflow: Workflow; model: ReturnType<typeof useWorkflow> }) {
  const { notify } = useHost();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Inline>
      <Breadcrumbs items={[{ label: 'Workflows', href: '/workflows' }, { label: workflow.name }]} />
      <IconButton
        label="Edit name, description and logging"
        size="dense"
        icon={<Pencil aria-hidden />}
        onPress={() => setIsEditing(true)}
      />
      {isEditing ? (
        <WorkflowInfoDialog
          isOpen
          workflow={workflow}
          onClose={() => setIsEditing(false)}
          onUpdate={async (info) => {
            try {
              await model.saveInfo(info);
              setIsEditing(false);
              notify.success('Updated');
            } catch (error) {
              notify.error(error);
            }
          }}
        />
      ) : null}
    </Inline>
  );
}
