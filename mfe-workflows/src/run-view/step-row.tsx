import { runStatusLooks, StatusIcon } from '@portage/area-kit';
import { color, font, formatDuration, motion, radius, Span, size, space, toneColor } from '@portage/ui';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { StepSummary } from '../api-types.ts';
import { titleOfStep, WENT_ON } from '../runs/run-status.ts';
import { StepIcon } from '../step-types/step-icon.tsx';
import { getStepLook, isPause } from '../step-types/step-look.ts';
import { AxisTrack, findPointedStep, TRACK_COLUMNS } from './axis-track.tsx';
import { type AxisBar, placeStep, type RunAxis } from './run-axis.ts';

/** How far each level of branches indents a step, in grid units. */
const INDENT = 5;
/** Deeper levels aren't indented further, so that names keep their space. */
const DEEPEST = 4;

const Row = styled.button<{ $isChosen: boolean; $depth: number }>`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) ${TRACK_COLUMNS};
  position: relative;
  align-items: center;
  gap: ${space(2)};
  width: 100%;
  min-height: ${size.touch};
  padding: ${space(1)} ${space(2)};
  padding-left: ${({ $depth }) => space(2 + Math.min($depth, DEEPEST) * INDENT)};
  border: 0;
  border-radius: ${radius.control};
  background: ${({ $isChosen }) => ($isChosen ? color.brandSoft : 'transparent')};
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  transition: background ${motion.quick} ${motion.ease};
  &:hover {
    background: ${({ $isChosen }) => ($isChosen ? color.brandSoft : color.hover)};
  }
  @media (max-width: ${size.narrow}) {
    grid-template-columns: auto auto minmax(0, 1fr) max-content;
    > [data-axis] {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`;
/** The line on the left of everything inside one branch. */
const Level = styled.span<{ $at: number }>`
  position: absolute;
  top: 0;
  bottom: 0;
  left: ${({ $at }) => space(4 + $at * INDENT)};
  border-left: ${size.hairline} solid ${color.line};
`;
const LocationText = styled.span`
  display: block;
  overflow: hidden;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  text-overflow: ellipsis;
  white-space: nowrap;
`;
/** Why the step failed (spec RUN-13). */
const Problem = styled(LocationText)`
  color: ${color.danger};
`;
const Time = styled.span`
  display: grid;
  justify-items: end;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

const Overcome = styled(LocationText)`
  color: ${color.warning};
`;

export interface StepRowProps {
  step: StepSummary;
  /** The step failed, and its run continued. */
  hasGoneOn: boolean;
  /** Number of branches around the step, within the shown level. */
  depth: number;
  /** Where the step ran, or what it does; if empty, its kind is shown. */
  words: ReactNode;
  isChosen: boolean;
  onChoose: (stepInstanceId: string) => void;
  axis: RunAxis;
  /** Failures inside the loop, which a click on them opens. */
  failures?: readonly (AxisBar & { stepInstanceId: string })[];
  nowMs: number;
}

export function StepRow({ step, hasGoneOn, depth, words, isChosen, onChoose, axis, failures = [], nowMs }: StepRowProps) {
  const bar = placeStep(axis, step, nowMs);
  const own = { color: toneColor[runStatusLooks[step.status].tone].text, isWaiting: isPause(step.stepType) };
  const danger = toneColor[runStatusLooks.Failed.tone].text;
  return (
    <Row
      type="button"
      $isChosen={isChosen}
      $depth={depth}
      aria-pressed={isChosen}
      onClick={(event) => onChoose(findPointedStep(event) ?? step.id)}
    >
      {Array.from({ length: Math.min(depth, DEEPEST) }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is nothing but its number.
        <Level key={level} $at={level} aria-hidden />
      ))}
      <StatusIcon status={step.status} />
      <StepIcon type={step.stepType} />
      <span>
        <Span $isClipped $isBlock $weight="medium" title={titleOfStep(step)}>
          {titleOfStep(step)}
        </Span>
        {hasGoneOn ? (
          <Overcome title={step.errorMessage ?? undefined}>{[WENT_ON, step.errorMessage].filter(Boolean).join(': ')}</Overcome>
        ) : step.errorMessage ? (
          <Problem title={step.errorMessage}>{step.errorMessage}</Problem>
        ) : (
          <LocationText title={step.path}>{words || getStepLook(step.stepType).word}</LocationText>
        )}
      </span>
      <AxisTrack bars={bar ? [{ ...bar, ...own }, ...failures.map((failure) => ({ ...failure, color: danger }))] : []} />
      <Time>
        {bar ? formatDuration(bar.endMs - bar.startMs) : null}
        {step.retries ? <span>{step.retries.length + 1} attempts</span> : null}
      </Time>
    </Row>
  );
}
