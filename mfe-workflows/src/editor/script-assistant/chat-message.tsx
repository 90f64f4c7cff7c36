import { splitReply } from '@portage/contracts';
import { Button, CodeBlock, color, DateTime, Inline, radius, size, space, Text } from '@portage/ui';
import styled from 'styled-components';
import type { ChatEntry } from './chat-history.ts';

const Entry = styled.li<{ $isOwn: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-width: 0;
  padding: ${space(2.5)} ${space(3)};
  background: ${({ $isOwn }) => ($isOwn ? color.brandSoft : color.surface)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
`;

export interface ChatMessageProps {
  entry: ChatEntry;
  /** Omitted while the reply is still streaming. */
  onReview?: ((script: string) => void) | undefined;
}

/** One message. Its content is shown as text: never parsed as HTML, never run. */
export function ChatMessage({ entry: { role, message, date }, onReview }: ChatMessageProps) {
  const parts = role === 'bot' ? splitReply(message) : [{ kind: 'text' as const, text: message }];
  return (
    <Entry $isOwn={role === 'user'} data-role={role}>
      <Inline as="p" $align="stretch" $justify="space-between" $isNowrap $color="muted" $size="tiny">
        <b>{role === 'user' ? 'You' : 'Assistant'}</b>
        <DateTime value={date} />
      </Inline>
      {parts.map(({ kind, text }, index) =>
        kind === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
          <Text $breaks $whiteSpace="pre-wrap" key={index}>
            {text.trim()}
          </Text>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
          <CodeBlock key={index} code={text} label={kind === 'script' ? 'Script' : 'Code'} />
        ),
      )}
      {onReview
        ? parts
            .filter(({ kind }) => kind === 'script')
            .slice(-1)
            .map(({ text }) => (
              <div key="review">
                <Button size="dense" onPress={() => onReview(text)}>
                  Review changes
                </Button>
              </div>
            ))
        : null}
    </Entry>
  );
}
