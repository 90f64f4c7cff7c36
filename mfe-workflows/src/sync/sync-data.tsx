import { FlowCard, flowName } from '@portage/area-kit';
import { Button, FailedRead, Inline, Stack, useLoaded } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SyncFlow } from '../api-types.ts';
import { ItemList, type ItemListFilter } from './item-list.tsx';
import { SyncAgainMenu } from './sync-again-menu.tsx';
import { useFlows, useSyncActions } from './sync-queries.ts';
import { useLiveFlows } from './use-live-flows.ts';

export interface SyncDataProps {
  /** Null for all of the person's workflows. */
  workflowId: string | null;
  isShown?: ((flow: SyncFlow) => boolean) | undefined;
  emptyState: ReactNode;
}

/** A summary of the flows, and the items of the chosen one (spec INT-13, INT-15). */
export function SyncData({ workflowId, isShown, emptyState }: SyncDataProps) {
  const [search] = useSearchParams();
  const actions = useSyncActions();
  const flows = useFlows(workflowId, actions.isUnderWay);
  const { shown, indicator } = useLoaded(flows.data, 'Loading the flows');
  const [chosen, setChosen] = useState(search.get('flow'));
  const [filter, setFilter] = useState<ItemListFilter>({ status: search.get('status') ?? '', search: '' });
  const [page, setPage] = useState(1);
  const all = (shown?.flows ?? []).filter(isShown ?? (() => true));
  useLiveFlows(all);
  const flow = all.find(({ id }) => id === chosen) ?? all.find(({ state }) => state === 'Running') ?? all[0];

  function show(id: string, next: ItemListFilter): void {
    setChosen(id);
    setFilter(next);
    setPage(1);
  }
  return (
    <Stack>
      {flows.error ? <FailedRead title="The flows could not be loaded" query={flows} /> : null}
      {all.map((one) => (
        <FlowCard
          key={one.id}
          flow={one}
          actions={actions}
          workflowHref={workflowId === null ? `/workflows/${encodeURIComponent(one.workflowId)}/edit` : undefined}
          more={
            <Inline>
              {all.length > 1 && one.id !== flow?.id ? (
                <Button onPress={() => show(one.id, { status: '', search: '' })} aria-label={`Items of ${flowName(one)}`}>
                  Items
                </Button>
              ) : null}
              <SyncAgainMenu flow={one} actions={actions} />
            </Inline>
          }
        />
      ))}
      {flow ? (
        <section aria-label={`Items of ${flowName(flow)}`}>
          <ItemList
            key={flow.id}
            flow={flow}
            actions={actions}
            filter={filter}
            onFilter={(next) => show(flow.id, next)}
            page={page}
            onPageChange={setPage}
            firstShownId={search.get('flow') === flow.id ? search.get('item') : null}
          />
        </section>
      ) : null}
      {shown && all.length === 0 && !flows.error ? emptyState : null}
      {shown || flows.error ? null : indicator}
    </Stack>
  );
}
