import { isInProgress, runStatusLooks } from '@portage/area-kit';
import { Card, color, formatDuration, formatNumber, toneColor } from '@portage/ui';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { RunInstance, StepGroup } from '../api-types.ts';
import { StepIcon } from '../step-types/step-icon.tsx';
import { computeTicks, type TimelineBar, type TimelineRow, timelineOfRun } from './run-timeline.ts';
import { Axis, Bar, Foot, Key, List, Name, ReadOut, Row, Scroll, Tick, Ticks, Time, Track } from './timeline-style.ts';
import { barWords, computeTotalTime, mainBar, pauseWords, rowWords } from './timeline-words.ts';
import { useNow } from './use-now.ts';

export interface TimelineCardProps {
  run: RunInstance;
  groups: readonly StepGroup[];
  chosenId: string | null;
  onChoose: (stepInstanceId: string) => void;
}

/** Shows where the time of a run went: a bar for everything that ran, one row per step position in the workflow. */
export function TimelineCard({ run, groups, chosenId, onChoose }: TimelineCardProps) {
  const isRunning = isInProgress(run.status);
  const nowMs = useNow(isRunning);
  const { startMs, endMs, rows, pauses } = useMemo(() => timelineOfRun(run, groups, nowMs), [run, groups, nowMs]);
  const [pointed, setPointed] = useState<string | null>(null);
  const totalMs = endMs - startMs;
  const ticks = computeTicks(totalMs);
  const scroll = useChosenInSight(chosenId, groups.length > 0);
  if (groups.length === 0) return null;

  return (
    <Card title="Timeline" isFlush>
      <Scroll ref={scroll}>
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
              <PauseRow pauses={pauses} onPoint={setPointed} />
            </li>
          ) : null}
          {rows.map((row) => (
            <li key={row.place}>
              <PositionRow row={row} chosenId={chosenId} onChoose={onChoose} onPoint={setPointed} />
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

interface RowProps {
  /** Shows in the footer what the pointer or the focus is on; null clears it. */
  onPoint: (words: string | null) => void;
}

function PauseRow({ pauses, onPoint }: RowProps & { pauses: readonly TimelineBar[] }) {
  return (
    <Row as="div" $isChosen={false} style={{ cursor: 'default' }} onPointerOver={(event) => onPoint(pauseWords(barAt(event, pauses)))}>
      <Name $depth={0}>
        <span>Waiting</span>
      </Name>
      <Bars bars={pauses} chosenId={null} />
      <Time>{formatDuration(pauses.reduce((sum, pause) => sum + pause.endMs - pause.startMs, 0))}</Time>
    </Row>
  );
}

function PositionRow({
  row,
  chosenId,
  onChoose,
  onPoint,
}: RowProps & Pick<TimelineCardProps, 'chosenId' | 'onChoose'> & { row: TimelineRow }) {
  const { bars, count } = row;
  const time = formatDuration(computeTotalTime(row));
  const isChosen = bars.some(({ stepInstanceId }) => stepInstanceId === chosenId);
  return (
    <Row
      type="button"
      aria-current={isChosen || undefined}
      $isChosen={isChosen}
      onClick={(event) => {
        const bar = barAt(event, bars) ?? mainBar(row);
        if (bar?.stepInstanceId) onChoose(bar.stepInstanceId);
      }}
      onPointerOver={(event) => onPoint(barWords(row, barAt(event, bars)))}
      onFocus={() => onPoint(barWords(row, count === 1 ? bars[0] : undefined))}
      onBlur={() => onPoint(null)}
    >
      <Name $depth={row.depth}>
        <StepIcon type={row.stepType} />
        <span title={row.name}>
          {row.name}
          <ReadOut>{rowWords(row)}</ReadOut>
        </span>
      </Name>
      <Bars bars={bars} chosenId={chosenId} />
      <Time aria-hidden>{count > 1 ? `× ${formatNumber(count)} · ${time}` : time}</Time>
    </Row>
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

function barAt({ target }: { target: EventTarget }, bars: readonly TimelineBar[]): TimelineBar | undefined {
  const at = (target as Element).closest<HTMLElement>('[data-bar]')?.dataset.bar;
  return at === undefined ? undefined : bars[Number(at)];
}

/** Scrolls only this list to its row with `aria-current` when another is chosen. @returns the ref for the list's box */
function useChosenInSight(chosenId: string | null, hasRows: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen row is found in the page.
  useEffect(() => {
    const row = box.current?.querySelector('[aria-current]');
    if (!box.current || !row) return;
    const [around, place] = [box.current.getBoundingClientRect(), row.getBoundingClientRect()];
    if (place.top >= around.top && place.bottom <= around.bottom) return;
    box.current.scrollTop += place.top - around.top - (around.height - place.height) / 2;
  }, [chosenId, hasRows]);
  return box;
}
