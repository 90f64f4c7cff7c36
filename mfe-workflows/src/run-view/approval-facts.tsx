import { color, DateTime, font, space } from '@portage/ui';
import styled from 'styled-components';
import type { StepDetailData } from '../api-types.ts';

const Text = styled.p`
  margin: 0;
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;
const Small = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  margin: 0;
  color: ${color.muted};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;

/** The question of an approval step, and the people it went to. */
export function ApprovalFacts({ approval }: { approval: NonNullable<StepDetailData['approval']> }) {
  const { subject, message, recipients, askedAt, expiresAt } = approval;
  return (
    <>
      <Text>
        <strong>{subject}</strong>
        {message ? `\n${message}` : ''}
      </Text>
      <Small>
        <span>
          Asked <DateTime value={askedAt} />
        </span>
        <span>
          Expires <DateTime value={expiresAt} />
        </span>
        <span>{recipients.length > 0 ? `By e-mail to ${recipients.join(', ')}` : 'No e-mail was sent'}</span>
      </Small>
    </>
  );
}
