import { messageOf } from '@portage/contracts';
import {
  Banner,
  color,
  EmptyState,
  font,
  formatDuration,
  motion,
  radius,
  StatusIcon,
  StepIcon,
  size,
  space,
  stepLookOf,
} from '@portage/ui';
import styled from 'styled-components';
import type { RunInstance, StepSummary } from '../api-types.ts';
import { isInProgress } from '../runs/run-status.ts';
import { placeOfPath } from './step-place.ts';
import { type TimelineBar, timelineOf } from './step-timeline.ts';
import { useNow } from './use-now.ts';

/** Grid steps a level of loops and branches moves a step to the right. */
const INDENT = 5;
/** Deeper levels stand where this one stands, so that names keep their room. */
const DEEPEST = 4;

const List = styled.ol`
  margin: 0;
  padding: ${space(1)};
  list-style: none;
`;
const Row = styled.button<{ $isChosen: boolean; $depth: number }>`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) auto;
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
`;
/** The line down the left of everything inside one loop or branch. */
const Level = styled.span<{ $at: number }>`
  position: absolute;
  top: 0;
  bottom: 0;
  left: ${({ $at }) => space(4 + $at * INDENT)};
  border-left: ${size.hairline} solid ${color.line};
`;
const Name = styled.span`
  display: block;
  overflow: hidden;
  font-weight: ${font.weight.medium};
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Place = styled.span`
  display: block;
  overflow: hidden;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  text-overflow: ellipsis;
  white-space: nowrap;
`;
/** Spec RUN-13. */
const Problem = styled(Place)`
  color: ${color.danger};
`;
const Time = styled.span`
  display: grid;
  justify-items: end;
  gap: ${space(1)};
  width: 110px;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
`;
const Track = styled.span`
  position: relative;
  width: 100%;
  height: ${space(1)};
  border-radius: ${radius.round};
  background: ${color.line};
`;
const Bar = styled.span<{ $color: string }>`
  position: absolute;
  height: 100%;
  border-radius: ${radius.round};
  background: ${({ $color }) => $color};
`;

export interface StepListProps {
  run: RunInstance;
  steps: readonly StepSummary[];
  error: unknown;
  chosenId: string | null;
  onChoose: (stepInstanceId: string) => void;
}

/** One page of a run's steps in order, each with its state and its place in time. */
export function StepList({ run, steps, error, chosenId, onChoose }: StepListProps) {
  const nowMs = useNow(isInProgress(run.status));
  const bars = timelineOf(steps, nowMs);
  if (error && steps.length === 0) return <Banner tone="danger">{messageOf(error)}</Banner>;
  if (steps.length === 0) return <NoSteps run={run} />;
  return (
    <List aria-label="Steps of the run">
      {steps.map((step, at) => (
        <li key={step.id}>
          <StepRow step={step} isChosen={step.id === chosenId} onChoose={onChoose} bar={bars[at] ?? null} nowMs={nowMs} />
        </li>
      ))}
    </List>
  );
}

interface StepRowProps {
  step: StepSummary;
  isChosen: boolean;
  onChoose: (stepInstanceId: string) => void;
  bar: TimelineBar | null;
  nowMs: number;
}

function StepRow({ step, isChosen, onChoose, bar, nowMs }: StepRowProps) {
  const { depth, words } = placeOfPath(step.path);
  const { word } = stepLookOf(step.stepType);
  return (
    <Row type="button" $isChosen={isChosen} $depth={depth} aria-pressed={isChosen} onClick={() => onChoose(step.id)}>
      {Array.from({ length: Math.min(depth, DEEPEST) }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is nothing but its number.
        <Level key={level} $at={level} aria-hidden />
      ))}
      <StatusIcon status={step.status} />
      <StepIcon type={step.stepType} />
      <span>
        <Name title={step.name}>{step.name}</Name>
        {step.errorMessage ? (
          <Problem title={step.errorMessage}>{step.errorMessage}</Problem>
        ) : (
          <Place title={step.path}>{words || word}</Place>
        )}
      </span>
      <StepTime step={step} bar={bar} nowMs={nowMs} />
    </Row>
  );
}

function StepTime({ step, bar, nowMs }: { step: StepSummary; bar: TimelineBar | null; nowMs: number }) {
  if (!step.startedAt || !bar) return <Time />;
  const endMs = step.finishedAt ? Date.parse(step.finishedAt) : nowMs;
  return (
    <Time>
      {formatDuration(Math.max(0, endMs - Date.parse(step.startedAt)))}
      <Track aria-hidden>
        <Bar $color={stepLookOf(step.stepType).color} style={{ left: `${bar.start * 100}%`, width: `${bar.length * 100}%` }} />
      </Track>
    </Time>
  );
}

function NoSteps({ run }: { run: RunInstance }) {
  if (isInProgress(run.status)) return <EmptyState title="Waiting for the first step">It appears here as soon as it begins.</EmptyState>;
  return <EmptyState title="No step data">What the steps of this run did is no longer kept.</EmptyState>;
}
