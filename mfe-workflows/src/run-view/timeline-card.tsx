import {
  Card,
  color,
  font,
  formatDuration,
  formatNumber,
  radius,
  runStatusLooks,
  size,
  space,
  toneColor,
  visuallyHidden,
} from '@portage/ui';
import { type MouseEvent, useMemo, useState } from 'react';
import styled from 'styled-components';
import type { RunInstance, StepGroup } from '../api-types.ts';
import { isInProgress } from '../runs/run-status.ts';
import { StepIcon } from '../step-types/step-icon.tsx';
import { stepLookOf } from '../step-types/step-look.ts';
import { type TimelineBar, type TimelineRow, ticksOf, timelineOfRun } from './run-timeline.ts';
import { useNow } from './use-now.ts';

const NAMES = 'minmax(96px, 240px)';
const TIMES = '112px';

const Scroll = styled.div`
  max-height: ${size.listHeight};
  overflow: hidden auto;
`;
const List = styled.ul`
  margin: 0;
  padding: 0 ${space(1)};
  list-style: none;
`;
const columns = `
  display: grid;
  grid-template-columns: ${NAMES} minmax(0, 1fr) ${TIMES};
  align-items: center;
  gap: ${space(3)};
  padding: 0 ${space(2)};
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr) max-content;
    gap: ${space(0.5)} ${space(2)};
  }
`;
const Axis = styled.div`
  ${columns}
  position: sticky;
  z-index: 1;
  top: 0;
  height: ${space(6)};
  margin: 0 ${space(1)};
  background: ${color.surface};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
`;
const Ticks = styled.span`
  position: relative;
  grid-column: 2;
  height: 100%;
  @media (max-width: ${size.narrow}) {
    grid-column: 1 / -1;
  }
`;
const Tick = styled.span`
  position: absolute;
  top: ${space(1)};
  white-space: nowrap;
  transform: translateX(-50%);
  &:first-child {
    transform: none;
  }
  &[data-last] {
    transform: translateX(-100%);
  }
  @media (max-width: ${size.narrow}) {
    &:nth-child(even) {
      display: none;
    }
  }
`;
const Row = styled.button<{ $isChosen: boolean }>`
  ${columns}
  width: 100%;
  min-height: ${space(7)};
  border: 0;
  border-radius: ${radius.control};
  background: ${({ $isChosen }) => ($isChosen ? color.brandSoft : 'transparent')};
  color: ${color.text};
  font: inherit;
  font-size: ${font.size.small};
  text-align: left;
  cursor: pointer;
  content-visibility: auto;
  contain-intrinsic-size: auto ${space(7)};
  &:hover {
    background: ${({ $isChosen }) => ($isChosen ? color.brandSoft : color.hover)};
  }
`;
const Name = styled.span<{ $depth: number }>`
  display: flex;
  align-items: center;
  gap: ${space(1.5)};
  min-width: 0;
  padding-left: ${({ $depth }) => space(Math.min($depth, 4) * 3)};
  > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > span:first-child:not(:last-child) {
    width: ${space(5)};
    height: ${space(5)};
  }
`;
const Track = styled.span`
  position: relative;
  align-self: stretch;
  [data-bad] {
    z-index: 1;
  }
  @media (max-width: ${size.narrow}) {
    grid-row: 2;
    grid-column: 1 / -1;
    height: ${space(5)};
  }
  background-image: linear-gradient(${color.line}, ${color.line});
  background-position: 0 50%;
  background-size: 100% ${size.hairline};
  background-repeat: no-repeat;
`;
const Bar = styled.span<{ $color: string; $isWaiting: boolean }>`
  position: absolute;
  top: ${space(1.5)};
  bottom: ${space(1.5)};
  min-width: 3px;
  border-radius: ${space(0.75)};
  ${({ $color, $isWaiting }) =>
    $isWaiting
      ? `background: repeating-linear-gradient(135deg, ${$color} 0 2px, ${color.surface} 2px 6px); border: ${size.hairline} solid ${$color};`
      : `background: ${$color};`}
  &:hover {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: ${size.hairline};
  }
`;
const Time = styled.span`
  overflow: hidden;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
  text-align: right;
  white-space: nowrap;
`;
const ReadOut = styled.span`
  ${visuallyHidden}
`;
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space(1)} ${space(4)};
  min-height: ${space(7)};
  padding: ${space(1)} ${space(4)} ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
`;
const Key = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  &::before {
    content: '';
    width: ${space(4)};
    height: ${space(2.5)};
    border: ${size.hairline} solid ${color.muted};
    border-radius: ${space(0.5)};
    background: repeating-linear-gradient(135deg, ${color.muted} 0 2px, ${color.surface} 2px 6px);
  }
`;

export interface TimelineCardProps {
  run: RunInstance;
  groups: readonly StepGroup[];
  chosenId: string | null;
  onChoose: (stepInstanceId: string) => void;
}

/** A picture of where the time of a run went: a bar for everything that ran, one row for each place of the workflow. */
export function TimelineCard({ run, groups, chosenId, onChoose }: TimelineCardProps) {
  const isRunning = isInProgress(run.status);
  const nowMs = useNow(isRunning);
  const { startMs, endMs, rows, pauses } = useMemo(() => timelineOfRun(run, groups, nowMs), [run, groups, nowMs]);
  const [pointed, setPointed] = useState<string | null>(null);
  const totalMs = endMs - startMs;
  const ticks = ticksOf(totalMs);
  if (groups.length === 0) return null;

  const barOf = (event: { target: EventTarget }, bars: readonly TimelineBar[]): TimelineBar | undefined => {
    const at = (event.target as Element).closest<HTMLElement>('[data-bar]')?.dataset.bar;
    return at === undefined ? undefined : bars[Number(at)];
  };
  const choose = (event: MouseEvent, row: TimelineRow) => {
    const bar = barOf(event, row.bars) ?? mainBar(row);
    if (bar?.stepInstanceId) onChoose(bar.stepInstanceId);
  };
  return (
    <Card title="Timeline" isFlush>
      <Scroll>
        <Axis aria-hidden>
          <Ticks>
            {ticks.map((tick) => (
              <Tick data-tick key={tick} style={{ left: `${(tick / totalMs) * 100}%` }} data-last={tick / totalMs > 0.95 || undefined}>
                {tick === 0 ? '0' : formatDuration(tick)}
              </Tick>
            ))}
          </Ticks>
        </Axis>
        <List aria-label="Where the time went" onPointerLeave={() => setPointed(null)}>
          {pauses.length > 0 ? (
            <li>
              <Row
                as="div"
                $isChosen={false}
                style={{ cursor: 'default' }}
                onPointerOver={(event) => setPointed(pauseWords(barOf(event, pauses)))}
              >
                <Name $depth={0}>
                  <span>Waiting</span>
                </Name>
                <Bars bars={pauses} chosenId={null} />
                <Time>{formatDuration(pauses.reduce((sum, pause) => sum + pause.endMs - pause.startMs, 0))}</Time>
              </Row>
            </li>
          ) : null}
          {rows.map((row) => (
            <li key={row.place}>
              <Row
                type="button"
                $isChosen={row.bars.some(({ stepInstanceId }) => stepInstanceId === chosenId)}
                onClick={(event) => choose(event, row)}
                onPointerOver={(event) => setPointed(barWords(row, barOf(event, row.bars)))}
                onFocus={() => setPointed(barWords(row, row.count === 1 ? row.bars[0] : undefined))}
                onBlur={() => setPointed(null)}
              >
                <Name $depth={row.depth}>
                  <StepIcon type={row.stepType} />
                  <span title={row.name}>
                    {row.name}
                    <ReadOut>{rowWords(row)}</ReadOut>
                  </span>
                </Name>
                <Bars bars={row.bars} chosenId={chosenId} />
                <Time aria-hidden>
                  {row.count > 1 ? `× ${formatNumber(row.count)} · ${formatDuration(timeOf(row))}` : formatDuration(timeOf(row))}
                </Time>
              </Row>
            </li>
          ))}
        </List>
      </Scroll>
      <Foot>
        <span>{pointed}</span>
        {pauses.length > 0 || rows.some(({ bars }) => bars.some(({ isWaiting }) => isWaiting)) ? <Key>waiting</Key> : null}
      </Foot>
    </Card>
  );
}

function Bars({ bars, chosenId }: { bars: readonly TimelineBar[]; chosenId: string | null }) {
  return (
    <Track data-track>
      {bars.map(({ stepInstanceId, start, length, status, isWaiting, startMs }, at) => (
        <Bar
          key={stepInstanceId ?? startMs}
          data-bar={at}
          data-bad={status === 'Failed' || undefined}
          data-chosen={(chosenId !== null && stepInstanceId === chosenId) || undefined}
          $color={isWaiting && stepInstanceId === null ? color.muted : toneColor[runStatusLooks[status].tone].text}
          $isWaiting={isWaiting}
          style={{ left: `${start * 100}%`, width: `${length * 100}%` }}
        />
      ))}
    </Track>
  );
}

/** What was finished counts as it is summed up; what is not, as long as it lasts until now. */
function timeOf({ busyMs, bars }: TimelineRow): number {
  const open = bars.filter(({ status }) => isInProgress(status)).reduce((sum, bar) => sum + bar.endMs - bar.startMs, 0);
  return busyMs + open;
}

/** The bar a row leads to: what failed, else what took longest. */
function mainBar({ bars }: TimelineRow): TimelineBar | undefined {
  return bars.find(({ status }) => status === 'Failed') ?? bars.toSorted((left, right) => right.length - left.length)[0];
}

function rowWords(row: TimelineRow): string {
  const times = row.count === 1 ? runStatusLooks[row.bars[0]?.status ?? 'Succeeded'].word : `${formatNumber(row.count)} times`;
  const turns = row.turnCount > 0 ? `, ${formatNumber(row.turnCount)} iteration${row.turnCount === 1 ? '' : 's'}` : '';
  const failed = row.failedCount > 0 && row.count > 1 ? `, ${formatNumber(row.failedCount)} failed` : '';
  return `, ${stepLookOf(row.stepType).word}: ${times}${turns}${failed}, ${formatDuration(timeOf(row))}${row.count > 1 ? ' in all' : ''}`;
}

function barWords(row: TimelineRow, bar: TimelineBar | undefined): string {
  if (!bar) return `${row.name}${rowWords(row)}`;
  const many = bar.count > 1 ? ` · ${formatNumber(bar.count)} times` : '';
  return `${row.name} · ${runStatusLooks[bar.status].word}${many} · ${clock(bar.startMs)} to ${isInProgress(bar.status) ? 'now' : clock(bar.endMs)} · ${formatDuration(bar.endMs - bar.startMs)}`;
}

function pauseWords(pause: TimelineBar | undefined): string | null {
  return pause ? `Waiting · ${clock(pause.startMs)} to ${clock(pause.endMs)} · ${formatDuration(pause.endMs - pause.startMs)}` : null;
}

/** To the millisecond: steps are often shorter than a second. */
function clock(atMs: number): string {
  return `${new Date(atMs).toLocaleTimeString('en-GB')}.${String(atMs % 1_000).padStart(3, '0')}`;
}
