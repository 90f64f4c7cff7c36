import { DateTime, Inline, Text } from '@portage/ui';
import type { StepDetailData } from '../api-types.ts';

/** The question of an approval step, and the people it went to. */
export function ApprovalFacts({ approval }: { approval: NonNullable<StepDetailData['approval']> }) {
  const { subject, message, recipients, askedAt, expiresAt } = approval;
  return (
    <>
      <Text $breaks $whiteSpace="pre-wrap">
        <strong>{subject}</strong>
        {message ? `\n${message}` : ''}
      </Text>
      <Inline as="p" $gap={[1, 4]} $align="stretch" $color="muted" $size="small" $breaks>
        <span>
          Asked <DateTime value={askedAt} />
        </span>
        <span>
          Expires <DateTime value={expiresAt} />
        </span>
        <span>{recipients.length > 0 ? `By e-mail to ${recipients.join(', ')}` : 'No e-mail was sent'}</span>
      </Inline>
    </>
  );
}
