import { useHost } from '@portage/area-kit';
import { countWords } from '@portage/primitives/count-words';
import { Button, Dialog, PlainList, type RowSelection, Stack, TextArea } from '@portage/ui';
import { workflowLimits } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listNames } from '../bulk/list-names.ts';
import { useBulkChange } from '../bulk/use-bulk-change.tsx';
import { runKeys } from '../runs/run-queries.ts';
import type { WaitingApproval } from './approval-queries.ts';

type Decision = 'Approved' | 'Rejected';

/** Decides the selected requests alike, with one comment. */
export function BulkDecision({ selection }: { selection: RowSelection<WaitingApproval> }) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const [changeAll, problems] = useBulkChange(selection);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [comment, setComment] = useState('');
  const count = countWords(selection.selected.length, 'request');

  async function decide(chosen: Decision): Promise<void> {
    const late: string[] = [];
    const decided = await changeAll({
      rows: selection.selected,
      change: async ({ runId, approvalId, subject }) => {
        const params = { runId, approvalId };
        const { isTaken } = await api('POST /api/approvals/{runId}/{approvalId}/answer', { params, body: { decision: chosen, comment } });
        if (!isTaken) late.push(subject);
      },
      failedTitle: (failed) => `${countWords(failed, 'request')} couldn’t be ${chosen.toLowerCase()}`,
    });
    setDecision(null);
    setComment('');
    const taken = decided.length - late.length;
    if (taken > 0) notify.success(`${countWords(taken, 'request')} ${chosen.toLowerCase()}.`);
    if (late.length > 0) notify.warning(`Already decided before, so unchanged: ${listNames(late)}`);
    await queryClient.invalidateQueries({ queryKey: runKeys.all });
  }

  const verb = decision === 'Rejected' ? 'Reject' : 'Approve';
  return (
    <>
      <Button size="dense" onPress={() => setDecision('Approved')}>
        Approve
      </Button>
      <Button size="dense" onPress={() => setDecision('Rejected')}>
        Reject
      </Button>
      {problems}
      {decision ? (
        <Dialog
          isOpen
          onClose={() => setDecision(null)}
          title={`${verb} ${count}?`}
          actions={
            <>
              <Button onPress={() => setDecision(null)}>Cancel</Button>
              <Button variant={decision === 'Rejected' ? 'danger' : 'primary'} onPress={() => decide(decision)}>
                {verb} {count}
              </Button>
            </>
          }
        >
          <Stack>
            <PlainList $gap={1} $breaks>
              {selection.selected.map(({ id, subject }) => (
                <li key={id}>{subject}</li>
              ))}
            </PlainList>
            <TextArea
              label="Comment"
              hint="Not required. It is recorded with each decision."
              minRows={3}
              maxLength={workflowLimits.approvalCommentLength}
              value={comment}
              onChange={setComment}
            />
          </Stack>
        </Dialog>
      ) : null}
    </>
  );
}
