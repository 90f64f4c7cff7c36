import { color, formatDuration, formatWeekdayAndTime, Muted, PlainList, personsTimeZone, size, space } from '@portage/ui';
import styled from 'styled-components';

const Fire = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: ${space(5)} minmax(0, 1fr) auto;
  align-items: center;
  min-height: ${size.controlDense};
  &::before {
    content: '';
    position: relative;
    z-index: 1;
    width: ${space(2)};
    height: ${space(2)};
    border-radius: 50%;
    background: ${color.stepTrigger};
  }
  &:not(:last-child)::after {
    content: '';
    position: absolute;
    top: 50%;
    left: calc(${space(1)} - ${size.hairline});
    width: ${size.focusRing};
    height: 100%;
    background: color-mix(in srgb, ${color.stepTrigger} 30%, ${color.surface});
  }
`;

/** The next starts on a timeline: each with its time in the schedule's zone, and how long after now or the previous one. */
export function FiresList({ fires, nowMs, timeZone }: { fires: readonly number[]; nowMs: number; timeZone: string }) {
  return (
    <PlainList as="ol" $size="small" $isNumber>
      {fires.map((fire, index) => (
        <Fire key={fire}>
          <time dateTime={new Date(fire).toISOString()} title={`${formatWeekdayAndTime(new Date(fire))} (shown in ${personsTimeZone()})`}>
            {formatWeekdayAndTime(new Date(fire), timeZone)}
          </time>
          <Muted $size="tiny">{formatDistance(fire, fires[index - 1], nowMs)}</Muted>
        </Fire>
      ))}
    </PlainList>
  );
}

function formatDistance(fire: number, before: number | undefined, nowMs: number): string {
  if (before !== undefined) return `${formatDuration(fire - before)} later`;
  return fire <= nowMs ? 'at once' : `in ${formatDuration(fire - nowMs)}`;
}
