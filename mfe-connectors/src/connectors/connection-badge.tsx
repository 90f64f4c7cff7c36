import { Badge, type BadgeProps, formatMoment } from '@portage/ui';
import { CircleAlert, CircleCheck, CircleDashed, KeyRound } from 'lucide-react';
import type { ConnectionState } from './connection-state.ts';

const looks: Record<ConnectionState, { tone: BadgeProps['tone']; word: string; Icon: typeof CircleCheck }> = {
  works: { tone: 'success', word: 'Works', Icon: CircleCheck },
  connected: { tone: 'success', word: 'Connected', Icon: CircleCheck },
  ready: { tone: 'neutral', word: 'Credentials saved', Icon: KeyRound },
  'not-connected': { tone: 'warning', word: 'Not connected', Icon: CircleDashed },
  problem: { tone: 'danger', word: 'Needs Re-Connect', Icon: CircleAlert },
  refused: { tone: 'danger', word: 'Credentials refused', Icon: CircleAlert },
};

export function ConnectionBadge({ state, testedAt }: { state: ConnectionState; testedAt: string | null }) {
  const { tone, word, Icon } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {state === 'works' && testedAt ? `${word} · tested ${formatMoment(testedAt, new Date())}` : word}
    </Badge>
  );
}
