import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, DateTime, FormField, Hint, Inline, inputStyle, Stack, space, Text } from '@portage/ui/base';
import { useState } from 'react';
import styled from 'styled-components';

const Status = styled.div`
  &:empty {
    margin-top: calc(-1 * ${space(4)});
  }
`;
const Area = styled.textarea`
  ${inputStyle}
  resize: vertical;
`;
const MOST_CHARACTERS = 2_000;

export interface ShownApproval {
  subject: string;
  message: string;
  approveLabel: string;
  rejectLabel: string;
  workflowName: string;
  askedAt: string;
  expiresAt: string;
  isTest: boolean;
  decided: { decision: 'Approved' | 'Rejected' | 'Expired' | 'Cancelled'; by: string | null; comment: string; at: string } | null;
}

interface ApprovalQuestionProps {
  approval: ShownApproval;
  /** The address under which the decision is recorded, if the person may not know it. */
  answersAs?: string;
  /** Resolves with whether this decision was accepted, once `approval` has the recorded decision. */
  onAnswer: (answer: { decision: 'Approved' | 'Rejected'; comment: string }) => Promise<boolean>;
}

/** The question and the two buttons; afterwards, the decision. Everything is shown as plain text. */
export function ApprovalQuestion({ approval, answersAs, onAnswer }: ApprovalQuestionProps) {
  const [comment, setComment] = useState('');
  const [pending, setPending] = useState<'Approved' | 'Rejected' | null>(null);
  const [isTaken, setIsTaken] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { message, approveLabel, rejectLabel, workflowName, askedAt, expiresAt, isTest, decided } = approval;

  async function answer(decision: 'Approved' | 'Rejected'): Promise<void> {
    setPending(decision);
    setProblem(null);
    try {
      setIsTaken(await onAnswer({ decision, comment }));
    } catch (error) {
      setProblem(getErrorMessage(error));
    }
    setPending(null);
  }

  return (
    <Stack>
      {message ? (
        <Text $breaks $whiteSpace="pre-wrap">
          {message}
        </Text>
      ) : null}
      <Hint>
        The workflow “{workflowName}” asked on <DateTime value={askedAt} />
        {isTest ? ' in a test run' : ''}.
      </Hint>
      <Status role="status">{decided ? <Decided approval={approval} decided={decided} isLate={isTaken === false} /> : null}</Status>
      {decided ? null : (
        <>
          <FormField label="Comment" hint="Not required.">
            {(attributes) => (
              <Area
                {...attributes}
                rows={3}
                maxLength={MOST_CHARACTERS}
                value={comment}
                onChange={(event) => setComment(event.target.value)}
              />
            )}
          </FormField>
          {problem ? <Banner tone="danger">{problem}</Banner> : null}
          <Inline $gap={3} $align="stretch">
            <Button
              variant="primary"
              size="touch"
              isPending={pending === 'Approved'}
              disabled={pending === 'Rejected'}
              onClick={() => answer('Approved')}
            >
              {approveLabel}
            </Button>
            <Button size="touch" isPending={pending === 'Rejected'} disabled={pending === 'Approved'} onClick={() => answer('Rejected')}>
              {rejectLabel}
            </Button>
          </Inline>
          <Hint>
            Only the first decision counts. You can decide until <DateTime value={expiresAt} />
            {answersAs ? `, as ${answersAs}` : ''}.
          </Hint>
        </>
      )}
    </Stack>
  );
}

interface DecidedProps {
  approval: ShownApproval;
  decided: NonNullable<ShownApproval['decided']>;
  /** This decision was recorded before the person's own. */
  isLate: boolean;
}

function Decided({ approval, decided, isLate }: DecidedProps) {
  const { decision, by, comment, at } = decided;
  if (decision === 'Expired') return <Banner tone="warning">It expired before anyone decided.</Banner>;
  if (decision === 'Cancelled') return <Banner tone="warning">The run that asked has ended, so a decision is no longer needed.</Banner>;
  const label = decision === 'Approved' ? approval.approveLabel : approval.rejectLabel;
  return (
    <Banner tone={isLate ? 'warning' : 'success'} title={isLate ? 'This was decided before you responded' : 'This is decided'}>
      <Text $breaks $whiteSpace="pre-wrap">
        {by} answered “{label}” on <DateTime value={at} />.{comment ? `\n“${comment}”` : ''}
      </Text>
    </Banner>
  );
}
