import { type FlowActions, FlowCard, flowsText, syncDataPath, useFlowActions } from '@portage/area-kit';
import {
  Button,
  Card,
  EmptyState,
  FailedRead,
  Hint,
  Inline,
  Link,
  LinkButton,
  Page,
  SearchField,
  Stack,
  size,
  Text,
  useLoaded,
  usePageTitle,
} from '@portage/ui';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useIntegrationTypes } from '../editor/integration/use-integration.ts';
import { useFlows, useNeverSynced } from '../sync/sync-queries.ts';
import { groupByWorkflow, type IntegrationGroup, searchGroups } from './integration-groups.ts';

/** /integrations (spec INT-16, INT-18). Workflows that have never synced come last. */
export function IntegrationsPage() {
  usePageTitle('Sync Data');
  const actions = useFlowActions();
  const flows = useFlows(null, actions.isUnderWay);
  const neverSynced = useNeverSynced();
  const [search, setSearch] = useState('');
  const loaded = flows.data && neverSynced.data && { flows: flows.data.flows, neverSynced: neverSynced.data };
  const { shown, indicator } = useLoaded(loaded, 'Loading the flows');
  const failed = [flows, neverSynced].find(({ error }) => error);
  const groups = [...groupByWorkflow(shown?.flows ?? []), ...(shown?.neverSynced ?? []).map((workflow) => ({ ...workflow, flows: [] }))];
  const found = searchGroups(groups, search);
  return (
    <Page>
      {failed ? <FailedRead title="The flows could not be loaded" query={failed} /> : null}
      {groups.length > 0 ? (
        <Text as="div" $maxWidth={size.field}>
          <SearchField label="Search" value={search} onChange={setSearch} placeholder="Workflow, system or records" />
        </Text>
      ) : null}
      {found.map((group) => (
        <Group key={group.workflowId} group={group} actions={actions} />
      ))}
      {shown && groups.length > 0 && found.length === 0 ? (
        <Card>
          <EmptyState title="Nothing matches the search" action={<Button onPress={() => setSearch('')}>Clear the search</Button>} />
        </Card>
      ) : null}
      {shown && groups.length === 0 && !failed ? (
        <Card>
          <EmptyState
            icon={<ArrowLeftRight aria-hidden />}
            title="Nothing is synchronised yet"
            action={<LinkButton href="/workflows">Go to Workflows</LinkButton>}
          >
            Workflows with an Integration or Sync step appear here once they are set up. <Link href="/help/sync">How a sync works</Link>
          </EmptyState>
        </Card>
      ) : null}
      {shown || failed ? null : indicator}
    </Page>
  );
}

function Group({
  group: { workflowId, workflowName, integrationType, flows },
  actions,
}: {
  group: IntegrationGroup;
  actions: FlowActions;
}) {
  const types = useIntegrationTypes();
  const type = types.data?.find(({ implementationType }) => implementationType === integrationType);
  return (
    <Stack $gap={2} role="region" aria-label={workflowName}>
      <Inline $justify="space-between">
        <div>
          <Text as="h2" $size="large" $breaks>
            <Link href={syncDataPath(workflowId)}>{workflowName}</Link>
          </Text>
          <Hint $above={0.5}>{flows.length > 0 ? flowsText(flows) : 'Not synced yet'}</Hint>
        </div>
        {type ? (
          <LinkButton href={`/integrations/${encodeURIComponent(type.implementationType)}`} size="dense">
            {type.name}
          </LinkButton>
        ) : null}
      </Inline>
      {flows.map((flow) => (
        <FlowCard key={flow.id} flow={flow} actions={actions} itemsHref={syncDataPath(workflowId, flow.id)} />
      ))}
    </Stack>
  );
}
