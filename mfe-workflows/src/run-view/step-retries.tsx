import { runStatusLooks } from '@portage/area-kit';
import { DateTime, formatDuration, Muted, PlainList, Stack, Text } from '@portage/ui';
import type { StepSummary } from '../api-types.ts';
import { useNow } from './use-now.ts';

interface StepRetriesProps {
  step: StepSummary & { retries: NonNullable<StepSummary['retries']> };
  /** The run was continued at this step, so there are other attempts from before. */
  isContinued: boolean;
}

/** Every attempt of a step with Use Retry: when and why it failed, the pause after it, and how the last one ended. */
export function StepRetries({ step, isContinued }: StepRetriesProps) {
  const nowMs = useNow(step.finishedAt === null);
  const { retries } = step;
  const nextMs = Date.parse(retries.at(-1)?.nextAt ?? '');
  const title = isContinued ? 'Attempts since the run was continued' : 'Attempts';
  return (
    <Stack $gap={1.5}>
      <Muted as="h3" $size="small" $weight="medium">
        {title}
      </Muted>
      <PlainList as="ol" $gap={1.5} aria-label={title}>
        {retries.map(({ startedAt, failedAt, errorMessage, nextAt }, at) => (
          <Text as="li" key={startedAt} $size="small" $breaks $whiteSpace="pre-wrap">
            Attempt {at + 1} failed at <DateTime value={failedAt} /> after {formatDuration(between(startedAt, failedAt))}: {errorMessage}{' '}
            <Muted>Pause: {formatDuration(between(failedAt, nextAt))}.</Muted>
          </Text>
        ))}
        <Text as="li" $size="small">
          Attempt {retries.length + 1} {describeLast(step, nextMs, nowMs)}
        </Text>
      </PlainList>
    </Stack>
  );
}

function between(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
}

function describeLast({ finishedAt, status }: StepSummary, nextMs: number, nowMs: number): string {
  if (finishedAt !== null) return runStatusLooks[status].word.toLowerCase();
  return nextMs > nowMs ? `begins in ${formatDuration(nextMs - nowMs)}` : 'is in progress';
}
