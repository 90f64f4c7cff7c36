import type { RunStatus, RunStatusFilter } from '@portage/contracts';
import { Badge, Spinner, size, type Tone, toneColor } from '@portage/ui';
import { CalendarClock, CircleAlert, CircleCheck, CircleStop, Hourglass, type LucideIcon } from 'lucide-react';
import styled from 'styled-components';

interface StatusLook {
  word: string;
  tone: Tone;
  /** Null: a spinner. */
  icon: LucideIcon | null;
}

/** One colour, icon and word per status (spec RUN-12). */
export const runStatusLooks: Record<RunStatus, StatusLook> = {
  Scheduled: { word: 'Scheduled', tone: 'neutral', icon: CalendarClock },
  InProgress: { word: 'In Progress', tone: 'info', icon: null },
  Delayed: { word: 'Delayed', tone: 'warning', icon: Hourglass },
  Succeeded: { word: 'Succeeded', tone: 'success', icon: CircleCheck },
  Failed: { word: 'Failed', tone: 'danger', icon: CircleAlert },
  Cancelled: { word: 'Cancelled', tone: 'neutral', icon: CircleStop },
};

/** A run that ended although steps, or records of a sync, failed. Its status is Succeeded. */
const finishedWithErrors: StatusLook = { word: 'Finished with errors', tone: 'warning', icon: CircleAlert };

/** The name of a status in filters. */
export function statusWord(status: RunStatusFilter): string {
  return (status === 'FinishedWithErrors' ? finishedWithErrors : runStatusLooks[status]).word;
}

interface ShownStatus {
  status: RunStatus;
  /** A run's steps that failed although it continued. */
  failedSteps?: number | undefined;
}

/** The look of a run; its own look if it succeeded although steps failed. */
export function getRunLook({ status, failedSteps = 0 }: ShownStatus): StatusLook {
  return status === 'Succeeded' && failedSteps > 0 ? finishedWithErrors : runStatusLooks[status];
}

/** The state of a run or a step: icon and word. */
export function StatusBadge(shown: ShownStatus) {
  const { word, tone, icon: Icon } = getRunLook(shown);
  return (
    <Badge tone={tone} icon={Icon ? <Icon aria-hidden /> : <Spinner size="small" />}>
      {word}
    </Badge>
  );
}

const Colored = styled.span<{ $tone: Tone }>`
  display: inline-grid;
  place-items: center;
  width: ${size.icon};
  height: ${size.icon};
  color: ${({ $tone }) => toneColor[$tone].text};
`;

/** The state of a run or a step where only the icon fits; its word is read out. */
export function StatusIcon(shown: ShownStatus) {
  const { word, tone, icon: Icon } = getRunLook(shown);
  return (
    <Colored $tone={tone} role="img" aria-label={word} title={word}>
      {Icon ? <Icon size={size.icon} aria-hidden /> : <Spinner />}
    </Colored>
  );
}
