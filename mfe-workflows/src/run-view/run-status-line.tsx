import { causeText, failedStepsText, RunTags, runPath, StatusBadge } from '@portage/area-kit';
import { Badge, DateTime, formatDuration, Inline, Link } from '@portage/ui';
import type { RunInstance } from '../api-types.ts';
import { designPath } from '../runs/design-path.ts';
import { useRunAttempts } from '../runs/run-queries.ts';
import { computeRunTime, type RunTime } from './run-time.ts';
import { RunVersion } from './run-version.tsx';
import { useNow } from './use-now.ts';

/** The run's state, when it started, and how long it took or when it continues (spec RUN-10); also the owner of another person's run. */
export function RunStatusLine({ run, isOwn, isInEditor = false }: { run: RunInstance; isOwn: boolean; isInEditor?: boolean }) {
  const isOver = run.finishedAt !== null;
  const nowMs = useNow(!isOver);
  const { data: attempts = [] } = useRunAttempts(run.id, run.continuedAt ?? null);
  const time = computeRunTime(run, attempts, nowMs);
  const continuesInMs = run.status === 'Delayed' && run.continueAt && !run.waiting ? Date.parse(run.continueAt) - nowMs : null;
  const cause = causeText(run);
  const failedSteps = failedStepsText(run.failedSteps);
  return (
    <Inline as="span" $gap={[1, 4]} $color="muted" $isNumber>
      <StatusBadge status={run.status} failedSteps={run.failedSteps} />
      {isOwn ? <RunVersion run={run} testWords={testWords(run)} /> : run.isTest ? <Badge>{testWords(run)}</Badge> : null}
      {failedSteps ? <Badge tone="warning">{failedSteps}</Badge> : null}
      <span>
        Started <DateTime value={run.startedAt ?? run.createdAt} />
        {cause ? ` (${cause})` : null}
      </span>
      {run.parentRunId ? <Link href={runPath(run.parentRunId)}>The run that called it</Link> : null}
      {run.continuedAt ? (
        <span>
          Continued at <DateTime value={run.continuedAt} />
        </span>
      ) : null}
      {isOver ? <span>Took {timeWords(time)}</span> : null}
      {!isOver && continuesInMs === null ? <span>Running for {timeWords(time)}</span> : null}
      {run.waiting?.kind === 'Approval' && run.continueAt ? (
        <span>
          Waits for a decision until <DateTime value={run.continueAt} />
        </span>
      ) : null}
      {continuesInMs === null ? null : (
        <span>
          Continues <DateTime value={run.continueAt} />
          {continuesInMs > 0 ? ` (in ${formatDuration(continuesInMs)})` : null}
        </span>
      )}
      <RunTags tags={run.tags} />
      {isOwn && isInEditor ? null : isOwn ? (
        <>
          <Link href={`/workflows/${run.workflowId}/edit`}>Open workflow</Link>
          <Link href={designPath(run)}>Design with its data</Link>
        </>
      ) : (
        <span>{run.ownerUserEmail}</span>
      )}
    </Inline>
  );
}

function timeWords({ wholeMs, workedMs }: RunTime): string {
  const worked = formatDuration(workedMs);
  return workedMs === wholeMs ? worked : `${worked} (${formatDuration(wholeMs)} including the time it was failed)`;
}

/** A test in words, with the part of the workflow that was tested. */
function testWords({ testedPart }: RunInstance): string {
  const { from = null, upTo = null } = testedPart ?? {};
  return [from === null ? 'Test' : `Test from “${from}”`, ...(upTo === null ? [] : [`up to “${upTo}”`])].join(' ');
}
