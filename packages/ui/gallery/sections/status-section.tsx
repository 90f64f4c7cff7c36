import { runStatuses } from '@portage/contracts';
import { Badge, Inline, Stack, StatusBadge, StatusIcon } from '../../src/index.ts';

const tones = ['neutral', 'brand', 'success', 'warning', 'danger', 'info'] as const;

/** One colour, one icon, one word. */
export function StatusSection() {
  return (
    <Stack>
      <Inline>
        {runStatuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        {runStatuses.map((status) => (
          <StatusIcon key={status} status={status} />
        ))}
      </Inline>
      <Inline>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Inline>
    </Stack>
  );
}
