import { color, font, formatDuration, formatPreciseTime, keepsItsColor, radius, size, space } from '@portage/ui';
import styled from 'styled-components';
import { type AxisBar, computeTicks, type RunAxis } from './run-axis.ts';

/** The list is a container, so that the tracks of all its levels are equally wide and end at the same edge. */
export const AxisFrame = styled.div`
  container-type: inline-size;
`;
export const TRACK_COLUMNS = 'clamp(72px, 28cqw, 240px) 68px';

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) ${TRACK_COLUMNS};
  align-items: center;
  gap: ${space(2)};
  min-height: ${space(6)};
  padding: 0 ${space(3)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
  > :last-child {
    text-align: right;
  }
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr) max-content;
    > [data-axis] {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`;
const Ticks = styled.span`
  position: relative;
  height: ${space(5)};
`;
const Tick = styled.span`
  position: absolute;
  top: ${space(0.5)};
  white-space: nowrap;
  transform: translateX(-50%);
  &:first-child {
    transform: none;
  }
  &[data-last] {
    transform: translateX(-100%);
  }
`;
const Track = styled.span`
  position: relative;
  height: ${space(5)};
  background: linear-gradient(${color.line}, ${color.line}) 0 50% / 100% ${size.hairline} no-repeat;
`;
const Bar = styled.span<{ $color: string; $isWaiting: boolean }>`
  position: absolute;
  top: ${space(1)};
  bottom: ${space(1)};
  min-width: 3px;
  border-radius: ${radius.control};
  ${({ $color, $isWaiting }) =>
    $isWaiting
      ? `background: repeating-linear-gradient(135deg, ${$color} 0 2px, ${color.surface} 2px 6px); border: ${size.hairline} solid ${$color};`
      : `background: ${$color};`}
  ${keepsItsColor}
`;

export interface DrawnBar extends AxisBar {
  color: string;
  /** No work is done: drawn hatched. */
  isWaiting?: boolean;
  /** The step that a click on the bar opens. */
  stepInstanceId?: string;
}

/** Bars on the run's axis; the pointer shows their times. */
export function AxisTrack({ bars }: { bars: readonly DrawnBar[] }) {
  return (
    <Track data-track data-axis aria-hidden>
      {bars.map(({ start, length, startMs, endMs, color: own, isWaiting = false, stepInstanceId }) => (
        <Bar
          key={`${startMs} ${stepInstanceId ?? ''}`}
          data-step={stepInstanceId}
          title={`${clock(startMs)} to ${clock(endMs)} · ${formatDuration(endMs - startMs)}`}
          $color={own}
          $isWaiting={isWaiting}
          style={{ left: `${start * 100}%`, width: `${length * 100}%` }}
        />
      ))}
    </Track>
  );
}

/** The step of the bar under a pointer event; null elsewhere. */
export function findPointedStep({ target }: { target: EventTarget }): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-step]')?.dataset.step ?? null) : null;
}

/** The scale of the list, and the times when nothing ran. */
export function AxisHead({ axis }: { axis: RunAxis }) {
  const totalMs = axis.endMs - axis.startMs;
  const ticks = computeTicks(totalMs, 2);
  const waitedMs = axis.pauses.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return (
    <>
      <Head aria-hidden>
        <span />
        <Ticks data-axis>
          {ticks.map((tick) => (
            <Tick data-tick key={tick} style={{ left: `${(tick / totalMs) * 100}%` }} data-last={tick / totalMs > 0.85 || undefined}>
              {tick === 0 ? '0' : formatDuration(tick)}
            </Tick>
          ))}
        </Ticks>
      </Head>
      {waitedMs > 0 ? (
        <Head>
          <span>Waiting</span>
          <AxisTrack bars={axis.pauses.map((pause) => ({ ...pause, color: color.muted, isWaiting: true }))} />
          <span>{formatDuration(waitedMs)}</span>
        </Head>
      ) : null}
    </>
  );
}

function clock(atMs: number): string {
  return formatPreciseTime(new Date(atMs));
}
