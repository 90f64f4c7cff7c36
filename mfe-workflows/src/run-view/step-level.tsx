import { isInProgress } from '@portage/area-kit';
import { color, EmptyState, FailedRead, formatNumber, Pagination, PlainList, size, space, useLoaded } from '@portage/ui';
import { useState } from 'react';
import styled from 'styled-components';
import type { LoopTurns, RunInstance, StepGroup, StepSummary } from '../api-types.ts';
import { STEP_PAGE_SIZE, useStepPage } from '../runs/run-queries.ts';
import { wentOnAfter } from '../runs/run-status.ts';
import { firstTurn, turnOfStep } from './loop-turns.ts';
import { findFailuresInside, type RunAxis } from './run-axis.ts';
import { parseStepPath } from './step-place.ts';
import { StepRow } from './step-row.tsx';
import { TurnPicker } from './turn-picker.tsx';

/** Says why there are no steps to show. @param notice the server's reason */
function NoSteps({ run, notice }: { run: RunInstance; notice?: string | undefined }) {
  if (notice) return <EmptyState title="The steps are no longer stored">{notice}</EmptyState>;
  if (isInProgress(run.status)) return <EmptyState title="Waiting for the first step">It appears here as soon as it begins.</EmptyState>;
  return <EmptyState title="No steps">The run ended before its first step began.</EmptyState>;
}

const Inside = styled.div`
  margin-left: ${space(5)};
  border-left: ${size.hairline} solid ${color.line};
`;

export interface StepsOfRun {
  run: RunInstance;
  isPushed: boolean;
  groups: readonly StepGroup[];
  axis: RunAxis;
  nowMs: number;
  /** What the steps do, by name. */
  sentences: ReadonlyMap<string, string>;
  chosenId: string | null;
  /** Path of the chosen step: loops around it open at its iteration. */
  chosenPath: string | null;
  onChoose: (stepInstanceId: string) => void;
}

interface StepLevelProps extends StepsOfRun {
  /** One iteration of a loop (`each[3]/`), or empty for the outermost level. */
  within: string;
  label: string;
  page: number;
  onPageChange: (page: number) => void;
}

export function StepLevel({ within, label, page, onPageChange, ...shared }: StepLevelProps) {
  const { run, isPushed, groups, axis, nowMs, sentences, chosenId, chosenPath, onChoose } = shared;
  const isRunning = isInProgress(run.status);
  const level = useStepPage(run.id, { within: within || '/', pageIndex: page - 1 }, { isRunning, isPushed });
  const { shown: data, indicator } = useLoaded(level.data, 'Loading the steps');

  if (level.error && !level.data) return <FailedRead query={level} />;
  if (!data) return indicator;
  if (data.totalCount === 0) return <NoSteps run={run} notice={data.notice?.message} />;
  return (
    <>
      {/* Until they are loaded, the rows of the page or iteration before stand here. */}
      <PlainList as="ol" $padding={1} aria-label={label} inert={level.isPlaceholderData}>
        {data.stepInstances.map((step) => {
          const { around } = parseStepPath(step.path.slice(within.length));
          const turns = data.loops?.[step.path];
          const row = {
            step,
            hasGoneOn: wentOnAfter(step.status, run.status),
            depth: around.length,
            isChosen: step.id === chosenId,
            onChoose,
            axis,
            nowMs,
            ...(turns ? { failures: findFailuresInside(axis, groups, step.path) } : {}),
          };
          return (
            <li key={step.id}>
              {turns ? (
                <LoopSteps key={turnOfStep(step.path, chosenPath)} turns={turns} row={row} {...shared} />
              ) : (
                <StepRow {...row} words={parseStepPath(step.path.slice(within.length)).words || sentences.get(step.name)} />
              )}
            </li>
          );
        })}
      </PlainList>
      {page === 1 && data.totalCount <= STEP_PAGE_SIZE ? null : (
        <Pagination
          label={`Pages of ${label.toLowerCase()}`}
          page={page}
          pageSize={STEP_PAGE_SIZE}
          totalCount={data.totalCount}
          onPageChange={onPageChange}
        />
      )}
    </>
  );
}

interface LoopStepsProps extends StepsOfRun {
  turns: LoopTurns;
  row: Omit<Parameters<typeof StepRow>[0], 'words'> & { step: StepSummary };
}

function LoopSteps({ turns, row, ...shared }: LoopStepsProps) {
  const { step } = row;
  const [chosen, setChosen] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const turn = Math.min(chosen ?? firstTurn(turns, turnOfStep(step.path, shared.chosenPath), !step.finishedAt), turns.count - 1);
  const failed = turns.failedCount > 0 ? `, ${formatNumber(turns.failedCount)} failed` : '';
  return (
    <>
      <StepRow {...row} words={`${formatNumber(turns.count)} iteration${turns.count === 1 ? '' : 's'}${failed}`} />
      <Inside>
        <TurnPicker
          name={step.name}
          turns={turns}
          turn={turn}
          onChange={(next) => {
            setChosen(next);
            setPage(1);
          }}
        />
        <StepLevel
          {...shared}
          within={`${step.path}[${turn}]/`}
          label={`Steps of iteration ${turn + 1} of ${step.name}`}
          page={page}
          onPageChange={setPage}
        />
      </Inside>
    </>
  );
}
