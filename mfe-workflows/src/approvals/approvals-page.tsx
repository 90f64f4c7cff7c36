import { runPath } from '@portage/area-kit';
import {
  Badge,
  Button,
  Card,
  color,
  DateTime,
  EmptyState,
  FailedRead,
  font,
  formatNumber,
  Inline,
  Link,
  Page,
  PlainList,
  space,
  useLoaded,
  usePageTitle,
} from '@portage/ui';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { RunHistoryTabs } from '../runs/run-history-tabs.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { useWaitingApprovals } from './approval-queries.ts';

const Words = styled.div`
  /* Beside the button as long as there is room for a few words, however long the question is. */
  flex: 1 1 18rem;
  min-width: 0;
  overflow-wrap: anywhere;
`;
const Facts = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  margin: ${space(1)} 0 0;
  color: ${color.muted};
  font-size: ${font.size.small};
`;

/** /run-history/approvals: the decisions that the person's runs wait for. */
export function ApprovalsPage() {
  usePageTitle('Approvals');
  const list = useWaitingApprovals();
  const [open, setOpen] = useState<{ runId: string; approvalId: string; subject: string } | null>(null);
  const { shown, indicator } = useLoaded(list.data, 'Loading the approvals');
  return (
    <Page>
      <RunHistoryTabs />
      {list.error && !shown ? <FailedRead title="The approvals could not be loaded" query={list} /> : null}
      {shown || list.error ? null : indicator}
      {shown?.approvals.length === 0 ? (
        <Card>
          <EmptyState icon={<UserCheck aria-hidden />} title="Nothing is waiting for you">
            Runs that reach a Wait for Approval step appear here until someone decides.
          </EmptyState>
        </Card>
      ) : null}
      {shown && shown.approvals.length > 0 ? (
        <Card title={`${formatNumber(shown.totalCount)} waiting for your decision`}>
          <PlainList $gap={4}>
            {shown.approvals.map((approval) => (
              <Inline as="li" $gap={[2, 4]} key={approval.approvalId}>
                <Words>
                  <strong>{approval.subject}</strong> {approval.isTest ? <Badge>Test</Badge> : null}
                  <Facts>
                    <Link href={runPath(approval.runId)}>{approval.workflowName}</Link>
                    <span>
                      Asked <DateTime value={approval.askedAt} />
                    </span>
                    {approval.expiresAt ? (
                      <span>
                        Expires <DateTime value={approval.expiresAt} />
                      </span>
                    ) : null}
                  </Facts>
                </Words>
                <Button aria-label={`Answer ${approval.subject}`} onPress={() => setOpen(approval)}>
                  Answer
                </Button>
              </Inline>
            ))}
          </PlainList>
        </Card>
      ) : null}
      {open ? (
        <ApprovalDialog
          runId={open.runId}
          approvalId={open.approvalId}
          subject={open.subject}
          onClose={() => {
            setOpen(null);
            void list.refetch();
          }}
        />
      ) : null}
    </Page>
  );
}
