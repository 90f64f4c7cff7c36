import { isInProgress, runStatusLooks } from '@portage/area-kit';
import { type RunStatus, runStatuses } from '@portage/contracts';
import {
  Button,
  EmptyState,
  FailedRead,
  Pagination,
  PlainList,
  SearchField,
  Select,
  type SelectOption,
  space,
  useLoaded,
} from '@portage/ui';
import { useDeferredValue, useMemo, useState } from 'react';
import styled from 'styled-components';
import { STEP_PAGE_SIZE, useStepPage } from '../runs/run-queries.ts';
import { wentOnAfter } from '../runs/run-status.ts';
import { AxisFrame, AxisHead } from './axis-track.tsx';
import { buildRunAxis } from './run-axis.ts';
import { StepLevel, type StepsOfRun } from './step-level.tsx';
import { parseStepPath } from './step-place.ts';
import { StepRow } from './step-row.tsx';
import { useNow } from './use-now.ts';
import { useStepSentences } from './use-step-sentences.ts';

const Filter = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 150px);
  align-items: end;
  gap: ${space(2)};
  padding: ${space(3)} ${space(3)} ${space(1)};
`;

const STATUS_OPTIONS: SelectOption<RunStatus | ''>[] = [
  { value: '', label: 'Any status' },
  ...runStatuses.map((status) => ({ value: status, label: runStatusLooks[status].word })),
];

export interface StepListProps extends Omit<StepsOfRun, 'axis' | 'nowMs' | 'sentences'> {
  /** The page of the outermost level. */
  page: number;
  onPageChange: (page: number) => void;
}

/**
 * The steps of a run with their times on one axis: by level, or those that match a search by name and status, wherever they ran (spec
 * RUN-10).
 */
export function StepList({ page, onPageChange, ...rest }: StepListProps) {
  const { run, groups } = rest;
  const nowMs = useNow(isInProgress(run.status));
  const axis = useMemo(() => buildRunAxis(run, groups, nowMs), [run, groups, nowMs]);
  const sentences = useStepSentences(run);
  const shared: StepsOfRun = { ...rest, axis, nowMs, sentences };
  const [name, setName] = useState('');
  const [status, setStatus] = useState<RunStatus | ''>('');
  const wanted = useDeferredValue(name.trim());
  const isFiltered = name.trim() !== '' || status !== '';
  return (
    <AxisFrame>
      <Filter role="search" aria-label="Find steps">
        <SearchField label="Step name" placeholder="Find a step" value={name} onChange={setName} />
        <Select label="Status" options={STATUS_OPTIONS} value={status} onChange={setStatus} />
      </Filter>
      <AxisHead axis={axis} />
      {isFiltered ? (
        <FoundSteps
          key={`${wanted} ${status}`}
          {...shared}
          name={wanted}
          status={status}
          onClear={() => {
            setName('');
            setStatus('');
          }}
        />
      ) : (
        <StepLevel {...shared} within="" label="Steps of the run" page={page} onPageChange={onPageChange} />
      )}
    </AxisFrame>
  );
}

interface FoundStepsProps extends StepsOfRun {
  name: string;
  status: RunStatus | '';
  onClear: () => void;
}

function FoundSteps({ run, isPushed, axis, nowMs, sentences, name, status, chosenId, onChoose, onClear }: FoundStepsProps) {
  const [page, setPage] = useState(1);
  const isRunning = isInProgress(run.status);
  const found = useStepPage(
    run.id,
    { ...(name ? { name } : {}), ...(status ? { status } : {}), pageIndex: page - 1 },
    { isRunning, isPushed },
  );
  const { shown: data, indicator } = useLoaded(found.data, 'Looking for steps');
  if (found.error && !found.data) return <FailedRead query={found} />;
  if (!data) return indicator;
  if (data.totalCount === 0) {
    return (
      <EmptyState title="No step matches" action={<Button onPress={onClear}>Show all steps</Button>}>
        {data.notice?.message ?? 'Try a shorter name, or any status.'}
      </EmptyState>
    );
  }
  return (
    <>
      <PlainList as="ol" $padding={1} aria-label="Steps found">
        {data.stepInstances.map((step) => (
          <li key={step.id}>
            <StepRow
              step={step}
              hasGoneOn={wentOnAfter(step.status, run.status)}
              depth={0}
              words={parseStepPath(step.path).words || sentences.get(step.name)}
              isChosen={step.id === chosenId}
              onChoose={onChoose}
              axis={axis}
              nowMs={nowMs}
            />
          </li>
        ))}
      </PlainList>
      <Pagination label="Pages of steps found" page={page} pageSize={STEP_PAGE_SIZE} totalCount={data.totalCount} onPageChange={setPage} />
    </>
  );
}
