import { CircleCheck, Hourglass } from 'lucide-react';
import { Badge, Inline, Spinner, Stack } from '../../src/index.ts';

const tones = ['neutral', 'brand', 'success', 'warning', 'danger', 'info'] as const;

export function StatusSection() {
  return (
    <Stack>
      <Inline>
        <Badge tone="success" icon={<CircleCheck aria-hidden />}>
          Succeeded
        </Badge>
        <Badge tone="warning" icon={<Hourglass aria-hidden />}>
          Delayed
        </Badge>
        <Badge tone="info" icon={<Spinner size="small" />}>
          In Progress
        </Badge>
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
