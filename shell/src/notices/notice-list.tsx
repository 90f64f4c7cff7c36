import { color, font, layer, radius, shadow, size, space } from '@portage/ui/base';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import styled from 'styled-components';
import type { Notice, NoticeKind, Notices } from './notices.ts';

const LOOKS = {
  success: { Icon: CircleCheck, ink: color.success, word: 'Done' },
  info: { Icon: Info, ink: color.info, word: 'Note' },
  warning: { Icon: TriangleAlert, ink: color.warning, word: 'Warning' },
  error: { Icon: CircleAlert, ink: color.danger, word: 'Error' },
} as const satisfies Record<NoticeKind, unknown>;

/** What went wrong is read longer than what went well. */
const SHOWN_MS = { success: 5_000, info: 6_000, warning: 10_000, error: 12_000 } as const satisfies Record<NoticeKind, number>;

const Region = styled.section`
  position: fixed;
  right: ${space(5)};
  bottom: ${space(5)};
  z-index: ${layer.toast};
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  width: min(${size.toast}, calc(100vw - ${space(10)}));
  pointer-events: none;
`;

const Card = styled.div<{ $ink: string }>`
  display: flex;
  align-items: flex-start;
  gap: ${space(3)};
  padding: ${space(3)} ${space(3)} ${space(3)} ${space(4)};
  border: ${size.hairline} solid ${color.line};
  border-left: 3px solid ${({ $ink }) => $ink};
  border-radius: ${radius.control};
  background: ${color.raised};
  color: ${color.text};
  box-shadow: ${shadow.floating};
  pointer-events: auto;
  > svg {
    flex: none;
    margin-top: 2px;
    color: ${({ $ink }) => $ink};
  }
`;

const Text = styled.p`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Word = styled.strong`
  display: block;
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
  color: ${color.muted};
`;

const Dismiss = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 24px;
  height: 24px;
  margin: -2px 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
`;

/** The notices, newest last; they go by themselves unless the pointer or the focus rests on one. */
export function NoticeList({ notices }: { notices: Notices }) {
  const list = useSyncExternalStore(notices.subscribe, notices.getList);
  return (
    <Region aria-label="Notices" aria-live="polite" aria-relevant="additions">
      {list.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onDismiss={() => notices.dismiss(notice.id)} />
      ))}
    </Region>
  );
}

function NoticeCard({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const [isHeld, setIsHeld] = useState(false);
  const { Icon, ink, word } = LOOKS[notice.kind];

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new onDismiss is the same act; it must not start the time anew.
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onDismiss, SHOWN_MS[notice.kind]);
    return () => clearTimeout(timer);
  }, [isHeld, notice.kind]);

  return (
    <Card
      $ink={ink}
      role={notice.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon size={16} aria-hidden />
      <Text>
        <Word>{word}</Word>
        {notice.text}
      </Text>
      <Dismiss type="button" aria-label="Dismiss" onClick={onDismiss}>
        <X size={14} aria-hidden />
      </Dismiss>
    </Card>
  );
}
