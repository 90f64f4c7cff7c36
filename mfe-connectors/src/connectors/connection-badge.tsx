import { Badge, type BadgeProps } from '@portage/ui';
import { CircleAlert, CircleCheck, CircleDashed, KeyRound } from 'lucide-react';
import type { ConnectionState } from './connection-state.ts';

const looks: Record<ConnectionState, { tone: BadgeProps['tone']; word: string; Icon: typeof CircleCheck }> = {
  connected: { tone: 'success', word: 'Connected', Icon: CircleCheck },
  ready: { tone: 'neutral', word: 'Credentials saved', Icon: KeyRound },
  'not-connected': { tone: 'warning', word: 'Not connected', Icon: CircleDashed },
  problem: { tone: 'danger', word: 'Needs Re-Connect', Icon: CircleAlert },
};

/** A connection's state with its one colour, icon and word. */
export function ConnectionBadge({ state }: { state: ConnectionState }) {
  const { tone, word, Icon } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  );
}
