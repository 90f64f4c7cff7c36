import { type FlowActions, FlowCard, type SyncFlow, syncDataPath, useFlowActions } from '@portage/area-kit';
import { Badge, Banner, Card, FailedRead, Inline, Link, Muted, Spinner, Stack, space, Text } from '@portage/ui';
import styled from 'styled-components';
import type { Playbook } from '../playbooks/api-types.ts';
import { syncStartText } from '../playbooks/sync-start.ts';
import { useFailedItems, useWorkflowFlows } from './flow-queries.ts';

/** As high as a flow's card, so that nothing below jumps when the card loads. */
const Waiting = styled(Inline)`
  min-height: ${space(30)};
`;
const Failures = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    overflow-wrap: anywhere;
  }
`;

interface WorkflowStateProps {
  workflow: Playbook['workflows'][number];
  playbook: Playbook;
}

export function WorkflowState({ workflow, playbook }: WorkflowStateProps) {
  const { workflowId, name, isActive } = workflow;
  const actions = useFlowActions();
  const flows = useWorkflowFlows(workflowId, actions.isUnderWay);
  const description = playbook.template?.workflows.find(({ id }) => id === workflow.workflowTemplateId)?.description;
  const editPath = `/workflows/${encodeURIComponent(workflowId)}/edit`;
  return (
    <Stack as="section" $gap={3} aria-label={name}>
      <Inline $justify="space-between">
        <Inline>
          <Text as="h2" $size="large" $breaks>
            <Link href={editPath}>{name}</Link>
          </Text>
          {isActive || playbook.isPaused ? null : <Badge tone="warning">Switched off</Badge>}
        </Inline>
      </Inline>
      {description ? <Muted as="p">{description}</Muted> : null}
      {!workflow.isIntegration ? (
        <Card>
          <Link href={`/run-history?${new URLSearchParams({ workflowId })}`}>See its runs</Link>
        </Card>
      ) : flows.error ? (
        <FailedRead title="The flows could not be loaded" query={flows} />
      ) : !flows.data ? (
        <Card>
          <Waiting role="status">
            <Spinner /> Loading…
          </Waiting>
        </Card>
      ) : flows.data.flows.length === 0 ? (
        <Card>
          <Muted as="p">
            {isActive
              ? `The first sync hasn't begun yet. ${syncStartText(playbook, new Date(), workflow.workflowTemplateId)}`
              : 'Nothing synced yet.'}
          </Muted>
        </Card>
      ) : (
        flows.data.flows.map((flow) => <FlowState key={flow.id} flow={flow} actions={actions} />)
      )}
    </Stack>
  );
}

function FlowState({ flow, actions }: { flow: SyncFlow; actions: FlowActions }) {
  const itemsHref = syncDataPath(flow.workflowId, flow.id);
  const failed = useFailedItems(flow.id, flow.items.Error);
  return (
    <Stack $gap={2}>
      <FlowCard flow={flow} actions={actions} itemsHref={itemsHref} />
      {failed.data && failed.data.length > 0 ? (
        <Banner
          tone="warning"
          title={flow.items.Error === 1 ? '1 item failed' : `${flow.items.Error} items failed`}
          action={<Link href={`${itemsHref}&status=Error`}>See the items</Link>}
        >
          <Failures>
            {failed.data.map((item) => (
              <li key={item.sourceItemId}>{`${item.name}: ${item.error ?? 'No reason was given.'}`}</li>
            ))}
          </Failures>
        </Banner>
      ) : null}
    </Stack>
  );
}
