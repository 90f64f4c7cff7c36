import { ApprovalQuestion } from '@portage/area-kit';
import { Button, Dialog, FailedRead, Stack, useLoaded } from '@portage/ui';
import { ApprovalLinkMaker } from './approval-link-maker.tsx';
import { useApproval } from './approval-queries.ts';

interface ApprovalDialogProps {
  runId: string;
  approvalId: string;
  subject: string;
  onClose: () => void;
}

/** Decides one approval as the owner of its run. */
export function ApprovalDialog({ runId, approvalId, subject, onClose }: ApprovalDialogProps) {
  const { query, answer } = useApproval(runId, approvalId);
  const { shown, indicator } = useLoaded(query.data, 'Loading the request');
  return (
    <Dialog isOpen title={subject} onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
      {query.error && !shown ? <FailedRead query={query} /> : null}
      <Stack $gap={6}>
        {shown ? <ApprovalQuestion approval={shown} onAnswer={answer} /> : query.error ? null : indicator}
        {shown && !shown.decided ? <ApprovalLinkMaker runId={runId} approvalId={approvalId} /> : null}
      </Stack>
    </Dialog>
  );
}
