import { useHost } from '@portage/area-kit';
import { getErrorMessage, isApiError } from '@portage/contracts';
import {
  Banner,
  Button,
  Card,
  EmptyState,
  LinkButton,
  Muted,
  Page,
  PageHeader,
  Stack,
  useConfirm,
  useLoaded,
  usePageTitle,
} from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Pause, Pencil, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useParams } from 'react-router';
import type { Playbook } from '../playbooks/api-types.ts';
import { PlaybookBadge } from '../playbooks/playbook-card.tsx';
import { PlaybookProblems } from '../playbooks/playbook-problems.tsx';
import { getListPath, LIST_PATH, playbookKeys, playbookPath, usePlaybook, wizardPath } from '../playbooks/playbook-queries.ts';
import { firstEditableStep } from '../wizard/wizard-place.ts';
import { NewerTemplate } from './newer-template.tsx';
import { WorkflowState } from './workflow-state.tsx';

/** /playbooks/{id}: the state of a playbook, and its actions. */
export function PlaybookPage() {
  const { id = '' } = useParams();
  const playbook = usePlaybook(id, { isFollowed: true });
  const { shown, indicator } = useLoaded(playbook.data, 'Loading the playbook');
  usePageTitle(shown?.template?.name ?? 'Playbook');
  const { error } = playbook;
  if (error && !playbook.data) {
    const isGone = isApiError(error) && error.status === 404;
    return (
      <Page>
        <Banner
          tone="danger"
          title={isGone ? 'This playbook doesn’t exist' : 'The playbook could not be loaded'}
          action={
            isGone ? <LinkButton href={LIST_PATH}>Other playbooks</LinkButton> : <Button onPress={() => playbook.refetch()}>Retry</Button>
          }
        >
          {isGone ? 'It was deleted, or the link is incomplete.' : getErrorMessage(error)}
        </Banner>
      </Page>
    );
  }
  return <Page>{shown ? <PlaybookState key={shown.id} playbook={shown} /> : indicator}</Page>;
}

function PlaybookState({ playbook }: { playbook: Playbook }) {
  const { workflows, isConverted, isPaused, wizard } = playbook;
  const stepId = firstEditableStep(wizard)?.id;
  const actions = usePlaybookActions(playbook);
  return (
    <Stack $gap={6}>
      <PageHeader
        title={playbook.template?.name ?? 'Playbook'}
        subtitle={playbook.template?.description}
        actions={
          <>
            <PlaybookBadge playbook={playbook} />
            {!isConverted ? null : isPaused ? (
              <Button icon={<Play aria-hidden />} onPress={actions.resume}>
                Resume
              </Button>
            ) : (
              <Button icon={<Pause aria-hidden />} onPress={actions.pause}>
                Pause
              </Button>
            )}
            <LinkButton href={wizardPath(playbook.id, isConverted ? stepId : undefined)}>
              <Pencil aria-hidden size={16} />
              {isConverted ? 'Edit' : 'Continue'}
            </LinkButton>
            <Button icon={<Trash2 aria-hidden />} onPress={actions.askToDelete}>
              Delete
            </Button>
          </>
        }
      />
      <PlaybookProblems playbook={playbook} returnTo={playbookPath(playbook.id)} />
      {playbook.hasNewerTemplate ? <NewerTemplate playbook={playbook} /> : null}
      {isConverted && !wizard.isFinished ? (
        <Banner
          tone="warning"
          title="The wizard has open questions"
          action={<LinkButton href={wizardPath(playbook.id)}>Open the wizard</LinkButton>}
        >
          The playbook keeps running unchanged until you answer them.
        </Banner>
      ) : null}
      {workflows.length > 0 ? (
        <Muted as="p">
          A value that’s cleared in one system stays in the other. Each field mapping can change this under “When the source is empty”.
        </Muted>
      ) : null}
      {workflows.map((workflow) => (
        <WorkflowState key={workflow.workflowId} workflow={workflow} playbook={playbook} />
      ))}
      {workflows.length === 0 ? (
        <Card>
          <EmptyState
            icon={<RefreshCw aria-hidden />}
            title={isConverted ? 'This playbook has no workflows' : 'Not created yet'}
            action={
              <LinkButton variant="primary" href={wizardPath(playbook.id)}>
                Continue
              </LinkButton>
            }
          >
            {isConverted
              ? 'They were deleted. Go through the wizard again to recreate them.'
              : 'Answer the open questions in the wizard. The playbook then syncs automatically.'}
          </EmptyState>
        </Card>
      ) : null}
      {actions.question}
    </Stack>
  );
}

function usePlaybookActions({ id, workflows, template }: Playbook) {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const [confirm, question] = useConfirm();
  const refresh = () =>
    Promise.all(
      [playbookKeys.templates, playbookKeys.all, ['sync'], ['workflows']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  const change = async (call: 'pause' | 'resume') => {
    const params = { id };
    const answer = await (call === 'pause'
      ? api('POST /api/playbooks/{id}/pause', { params })
      : api('POST /api/playbooks/{id}/resume', { params }));
    queryClient.setQueryData(playbookKeys.one(id), answer);
    // The button to return shows at once, before everything has reloaded.
    void refresh();
  };
  const count = workflows.length === 1 ? 'Its workflow is' : `Its ${workflows.length} workflows are`;
  return {
    question,
    pause: () => change('pause'),
    resume: () => change('resume'),
    askToDelete: () =>
      confirm({
        message: `Delete the playbook “${template?.name ?? 'Playbook'}”? ${
          workflows.length === 0 ? 'Its answers are deleted.' : `${count} switched off and deleted.`
        } Records in both systems stay.`,
        onConfirm: async () => {
          await api('DELETE /api/playbooks/{id}', { params: { id } });
          notify.success('Playbook deleted.');
          navigate(getListPath(template));
          queryClient.removeQueries({ queryKey: playbookKeys.one(id) });
          await refresh();
        },
      }),
  };
}
