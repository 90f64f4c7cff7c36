import { Banner, Button, IconButton, Inline } from '@portage/ui';
import { X } from 'lucide-react';
import styled from 'styled-components';
import { useFlows, useSyncActions } from '../../sync/sync-queries.ts';

/** Earlier than every record: the source is read from its beginning. */
const BEGINNING = '1970-01-01T00:00:00.000Z';

/** In the bar that stays in view, because mappings are changed far from here. */
const Line = styled.div`
  flex: 1 0 100%;
`;

interface CarryAgainProps {
  workflowId: string;
  integrationType: string;
  onDone: () => void;
}

/** Shown after mappings were changed: records that were already synced stay as they are unless a person syncs all of them again. */
export function CarryAgain({ workflowId, integrationType, onDone }: CarryAgainProps) {
  const actions = useSyncActions();
  const flows = (useFlows(workflowId).data?.flows ?? []).filter((flow) => flow.integrationType === integrationType);
  if (flows.every(({ syncedAt, startedAt }) => syncedAt === null && startedAt === null)) return null;
  const carryAll = async () => {
    for (const flow of flows) await actions.syncAgain(flow, { fromDate: BEGINNING });
    onDone();
  };
  return (
    <Line>
      <Banner
        tone="info"
        title="The new mapping applies to records that change from now on"
        action={
          <Inline>
            <Button onPress={carryAll}>Sync all again</Button>
            <IconButton label="Close" size="dense" icon={<X aria-hidden />} onPress={onDone} />
          </Inline>
        }
      >
        Records that were already synced keep their values. You can sync all records again with the new mapping.
      </Banner>
    </Line>
  );
}
