import { isInProgress, runPath, StatusBadge } from '@portage/area-kit';
import {
  Badge,
  Button,
  briefValue,
  Card,
  color,
  DateTime,
  FailedRead,
  font,
  formatDuration,
  formatNumber,
  Hint,
  Inline,
  Link,
  Muted,
  Span,
  size,
  space,
  toneColor,
  useLoaded,
} from '@portage/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import type { RunInstance, StepGroup } from '../../api-types.ts';
import { ComparedValue, ComparisonScroller, ComparisonTable } from '../../data-view/comparison-style.ts';
import { useRunOverview, useRunState, useStepInstance } from '../../runs/run-queries.ts';
import { StepIcon } from '../../step-types/step-icon.tsx';
import { type ComparedStep, comparedExecution, diffStepData, pairSteps, statusOfGroup, type ValueDifference } from './compare-runs.ts';

/** Each row reads both steps' data, so the others wait until they're asked for. */
const ROWS_AT_ONCE = 25;
const MOST_DIFFERENCES = 100;
const MOST_CHARACTERS = 2_000;

const Table = styled(ComparisonTable)`
  min-width: 640px;
`;
const Toggle = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: ${size.controlDense};
  padding: 0;
  border: 0;
  background: none;
  color: ${color.text};
  font: inherit;
  font-weight: ${font.weight.medium};
  text-align: left;
  overflow-wrap: anywhere;
  cursor: pointer;
`;
const Value = styled(ComparedValue)<{ $tone: 'danger' | 'success' }>`
  padding: ${space(1)} ${space(2)};
  background: ${({ $tone }) => toneColor[$tone].soft};
`;

interface RunComparisonProps {
  run: RunInstance;
  otherId: string;
  onChooseOther: () => void;
  onClose: () => void;
}

/** Two runs of a workflow, step by step: status, duration, and the values that differ. */
export function RunComparison({ run, otherId, onChooseOther, onClose }: RunComparisonProps) {
  const other = useRunState(otherId);
  const left = useRunOverview(run.id, { isRunning: isInProgress(run.status), stepCount: run.stepCount });
  const isOtherRunning = other.data !== undefined && isInProgress(other.data.status);
  const right = useRunOverview(otherId, { isRunning: isOtherRunning, stepCount: other.data?.stepCount ?? 0 });
  const steps = useMemo(() => pairSteps(left.data?.groups ?? [], right.data?.groups ?? []), [left.data, right.data]);
  const [isWhole, setIsWhole] = useState(false);
  const { shown, indicator } = useLoaded(other.data && left.data && right.data ? other.data : undefined, 'Loading both runs');
  const failed = [other, left, right].find((query) => query.error && !query.data);

  return (
    <Card
      title="Comparison"
      isFlush
      actions={
        <Inline>
          <Button size="dense" onPress={onChooseOther}>
            Choose another run
          </Button>
          <Button size="dense" onPress={onClose}>
            Close comparison
          </Button>
        </Inline>
      }
    >
      {failed ? (
        <FailedRead query={failed} />
      ) : !shown ? (
        indicator
      ) : (
        <ComparisonScroller>
          <Table aria-label="Steps of both runs">
            <thead>
              <tr>
                <th scope="col">Step</th>
                <RunColumn title="This run" run={run} />
                <RunColumn title="Other run" run={shown} isLinked />
                <th scope="col">Values</th>
              </tr>
            </thead>
            <tbody>
              {(isWhole ? steps : steps.slice(0, ROWS_AT_ONCE)).map((step) => (
                <ComparedRow key={step.place} step={step} runId={run.id} otherId={otherId} />
              ))}
            </tbody>
          </Table>
          {!isWhole && steps.length > ROWS_AT_ONCE ? (
            <Inline $padding={[2, 3]}>
              <Button size="dense" onPress={() => setIsWhole(true)}>
                Show all {formatNumber(steps.length)} steps
              </Button>
            </Inline>
          ) : null}
        </ComparisonScroller>
      )}
    </Card>
  );
}

function RunColumn({ title, run, isLinked = false }: { title: string; run: RunInstance; isLinked?: boolean }) {
  return (
    <th scope="col">
      <Inline $gap={[1, 2]}>
        {isLinked ? <Link href={runPath(run.id)}>{title}</Link> : title}
        <StatusBadge status={run.status} />
        <DateTime value={run.startedAt ?? run.createdAt} />
      </Inline>
    </th>
  );
}

function ComparedRow({ step, runId, otherId }: { step: ComparedStep; runId: string; otherId: string }) {
  const { left, right } = step;
  const isPair = left !== null && right !== null;
  const [isOpen, setIsOpen] = useState(false);
  const mine = useStepInstance(runId, isPair ? comparedExecution(left) : null, { isRunning: false });
  const theirs = useStepInstance(otherId, isPair ? comparedExecution(right) : null, { isRunning: false });
  const differences = useMemo(
    () => (mine.data && theirs.data ? diffStepData(mine.data.stepData, theirs.data.stepData) : null),
    [mine.data, theirs.data],
  );
  const canOpen = differences !== null && differences.length > 0;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <tr>
        <th scope="row">
          <Toggle type="button" aria-expanded={isOpen} disabled={!canOpen} onClick={() => setIsOpen(!isOpen)}>
            {canOpen ? <Chevron aria-hidden size={14} /> : null}
            <StepIcon type={step.stepType} />
            {step.name}
          </Toggle>
        </th>
        <GroupCell group={left} />
        <GroupCell group={right} />
        <td>
          {isPair ? (
            mine.error || theirs.error ? (
              <Muted>No longer stored</Muted>
            ) : differences === null ? (
              <Muted>…</Muted>
            ) : differences.length === 0 ? (
              <Muted>Same</Muted>
            ) : (
              <Badge tone="warning">{`${formatNumber(differences.length)} differ${differences.length === 1 ? 's' : ''}`}</Badge>
            )
          ) : (
            <Muted>Only in {left ? 'this' : 'the other'} run</Muted>
          )}
        </td>
      </tr>
      {isOpen && differences ? (
        <tr>
          <td colSpan={4}>
            <Differences name={step.name} differences={differences} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function GroupCell({ group }: { group: StepGroup | null }) {
  if (!group) return <td>–</td>;
  return (
    <td>
      <Inline $gap={[1, 2]} $isNumber>
        <StatusBadge status={statusOfGroup(group)} />
        <span>
          {formatDuration(group.busyMs)}
          {group.count > 1 ? ` · ${formatNumber(group.count)} times` : ''}
        </span>
      </Inline>
    </td>
  );
}

function Differences({ name, differences }: { name: string; differences: readonly ValueDifference[] }) {
  return (
    <>
      <Table aria-label={`Values of ${name} that differ`}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">This run</th>
            <th scope="col">Other run</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, MOST_DIFFERENCES).map(({ path, left, right }) => (
            <tr key={path}>
              <th scope="row">
                <Span $breaks>{path}</Span>
              </th>
              <td>{left === undefined ? <Muted>Absent</Muted> : <Value $tone="danger">{briefValue(left, MOST_CHARACTERS)}</Value>}</td>
              <td>{right === undefined ? <Muted>Absent</Muted> : <Value $tone="success">{briefValue(right, MOST_CHARACTERS)}</Value>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {differences.length > MOST_DIFFERENCES ? <Hint>The first {MOST_DIFFERENCES} are shown.</Hint> : null}
    </>
  );
}
