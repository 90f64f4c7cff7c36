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
import { type TimelineBar, timelineOf } from './step-timeline.ts';
import { useNow } from './use-now.ts';

const List = styled.ol`
  margin: 0;
  padding: ${space(1)};
  list-style: none;
`;
const Row = styled.button<{ $isChosen: boolean }>`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(2)};
  width: 100%;
  min-height: ${size.touch};
  padding: ${space(1)} ${space(2)};
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
  background: ${color.sunken};
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
          <Row type="button" $isChosen={step.id === chosenId} aria-pressed={step.id === chosenId} onClick={() => onChoose(step.id)}>
            <StatusIcon status={step.status} />
            <StepIcon type={step.stepType} />
            <span>
              <Name>{step.name}</Name>
              <Place title={step.path}>{step.path === step.name ? stepLookOf(step.stepType).word : step.path}</Place>
            </span>
            <StepTime step={step} bar={bars[at] ?? null} nowMs={nowMs} />
          </Row>
        </li>
      ))}
    </List>
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
