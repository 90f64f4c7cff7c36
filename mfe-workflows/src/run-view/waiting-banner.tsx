import { runPath } from '@portage/area-kit';
import { Banner, Button, LinkButton } from '@portage/ui';
import { useState } from 'react';
import type { RunInstance } from '../api-types.ts';
import { ApprovalDialog } from '../approvals/approval-dialog.tsx';

export function WaitingBanner({ run, isOwn }: { run: RunInstance; isOwn: boolean }) {
  const [open, setOpen] = useState<{ approvalId: string; subject: string } | null>(null);
  const { waiting } = run;
  return (
    <>
      {waiting?.kind === 'Approval' ? (
        <Banner
          tone="info"
          title="The run is waiting for a decision"
          action={
            isOwn ? (
              <Button variant="primary" onPress={() => setOpen(waiting)}>
                Answer
              </Button>
            ) : null
          }
        >
          {waiting.subject}
        </Banner>
      ) : null}
      {waiting?.kind === 'Run' ? (
        <Banner
          tone="info"
          title="The run is waiting for another run"
          action={<LinkButton href={runPath(waiting.runId)}>Open that run</LinkButton>}
        >
          {waiting.step}: “{waiting.name}” hasn’t ended yet.
        </Banner>
      ) : null}
      {open ? <ApprovalDialog runId={run.id} approvalId={open.approvalId} subject={open.subject} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
