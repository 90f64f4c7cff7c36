import { runPath } from '@portage/area-kit';
import {
  Banner,
  Button,
  color,
  DateTime,
  Dialog,
  FailedRead,
  font,
  JsonView,
  KeyValueList,
  Link,
  Stack,
  size,
  space,
  useLoaded,
} from '@portage/ui';
import { RefreshCw } from 'lucide-react';
import styled from 'styled-components';
import type { SyncFlow } from '../api-types.ts';
import { ItemStatus } from './item-status.tsx';
import { RefusalSection } from './refusal-section.tsx';
import { type SyncActions, useItem } from './sync-queries.ts';
import { writtenRecord } from './written-record.ts';

const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${space(4)};
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr);
  }
  h3 {
    margin: 0 0 ${space(1)};
    font-size: ${font.size.small};
  }
  p {
    margin: 0 0 ${space(2)};
    color: ${color.muted};
    font-size: ${font.size.tiny};
  }
`;

interface ItemDialogProps {
  flow: SyncFlow;
  itemId: string;
  actions: SyncActions;
  onClose: () => void;
}

export function ItemDialog({ flow, itemId, actions, onClose }: ItemDialogProps) {
  const query = useItem(flow.id, itemId);
  const { shown: item, indicator } = useLoaded(query.data, 'Loading the item');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={item?.name || itemId}
      width="1000px"
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            icon={<RefreshCw aria-hidden />}
            isDisabled={flow.isPaused}
            onPress={async () => {
              await actions.syncAgain(flow, { sourceItemIds: [itemId] });
              onClose();
            }}
          >
            Sync again
          </Button>
        </>
      }
    >
      {query.error && !item ? <FailedRead query={query} /> : null}
      {item ? (
        <Stack>
          {item.error ? <Banner tone={item.status === 'Error' ? 'danger' : 'info'}>{item.error}</Banner> : null}
          <KeyValueList
            items={[
              { label: 'Status', value: <ItemStatus item={{ ...item, error: null }} /> },
              ...(item.description ? [{ label: 'Description', value: item.description }] : []),
              { label: 'First seen', value: <DateTime value={item.createdAt} /> },
              ...(item.workflowInstanceId
                ? [{ label: 'Last synced by', value: <Link href={runPath(item.workflowInstanceId)}>Open the run</Link> }]
                : []),
              ...(item.nextAttemptAt ? [{ label: 'Next attempt', value: <DateTime value={item.nextAttemptAt} /> }] : []),
            ]}
          />
          {item.refusal ? <RefusalSection refusal={item.refusal} /> : null}
          <Sides>
            <section aria-label="Source">
              <h3>{`${flow.source.connectorTypeName ?? 'Source'} · ${flow.source.entityTitle}`}</h3>
              <p>
                {`Id ${item.sourceItemId}, read `}
                <DateTime value={item.lastUpdatedAt} />
              </p>
              <JsonView label="Record of the source" value={item.sourceRecord} maxHeight="44vh" />
            </section>
            <section aria-label="Target">
              <h3>{`${flow.target.connectorTypeName ?? 'Target'} · ${flow.target.entityTitle}`}</h3>
              <p>
                {item.targetItemId === null ? 'Not in the target yet' : `Id ${item.targetItemId}`}
                {item.writtenAt === null ? null : (
                  <>
                    , last written <DateTime value={item.writtenAt} />
                  </>
                )}
              </p>
              {item.written === null || item.written === undefined ? (
                <p>Nothing was written yet.</p>
              ) : (
                <JsonView label="Last written" value={writtenRecord(item.written)} openLevels={5} maxHeight="44vh" />
              )}
            </section>
          </Sides>
        </Stack>
      ) : query.error ? null : (
        indicator
      )}
    </Dialog>
  );
}
