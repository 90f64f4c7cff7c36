import type { RunStatus } from '@portage/contracts';
import { useApi } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StepSummary } from '../../api-types.ts';
import { POLL_INTERVAL_MS } from '../../runs/live-run.ts';
import { runKeys } from '../../runs/run-queries.ts';
import type { StepRunState } from '../canvas/canvas-types.ts';

const PAGE_SIZE = 100;
/** Of a long run, as many pages are read from its beginning and from its end. */
const PAGES_OF_AN_END = 3;

export interface RunRecords {
  /** In the order in which they began. */
  records: StepSummary[];
  totalCount: number;
}

/** Pages to read so that all of a short run, and both ends of a long one, are known. */
export function pagesToRead(totalCount: number): number[] {
  const last = Math.max(0, Math.ceil(totalCount / PAGE_SIZE) - 1);
  const pages = new Set<number>();
  for (let at = 0; at < PAGES_OF_AN_END; at += 1) {
    pages.add(Math.min(at, last));
    pages.add(Math.max(0, last - at));
  }
  return [...pages].sort((one, other) => one - other);
}

/** What the flowchart shows of each step: what failed or is under way counts before what went well; times add up. */
export function statesOf(records: readonly StepSummary[]): Map<string, StepRunState> {
  const states = new Map<string, StepRunState>();
  for (const { name, status, startedAt, finishedAt } of records) {
    const before = states.get(name);
    const tookMs = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : null;
    states.set(name, {
      status: before === undefined || weightOf(status) >= weightOf(before.status) ? status : before.status,
      durationMs: tookMs === null ? (before?.durationMs ?? null) : (before?.durationMs ?? 0) + tookMs,
      count: (before?.count ?? 0) + 1,
    });
  }
  return states;
}

function weightOf(status: RunStatus): number {
  switch (status) {
    case 'Failed':
      return 3;
    case 'InProgress':
    case 'Delayed':
    case 'Scheduled':
      return 2;
    case 'Cancelled':
      return 1;
    case 'Succeeded':
      return 0;
    default:
      return status satisfies never;
  }
}

/** The step records of a run, read again whenever a push says that they changed, or every second without one. */
export function useRunRecords(runId: string, { isRunning, isPushed }: { isRunning: boolean; isPushed: boolean }) {
  const api = useApi();
  return useQuery<RunRecords>({
    queryKey: [...runKeys.steps(runId), 'records'],
    queryFn: async ({ signal }) => {
      const read = (pageIndex: number) =>
        api('GET /api/workflows/step-instances', { query: { workflowInstanceId: runId, pageIndex, pageSize: PAGE_SIZE } }, { signal });
      const first = await read(0);
      const others = await Promise.all(
        pagesToRead(first.totalCount)
          .filter((page) => page > 0)
          .map(read),
      );
      return { records: [first, ...others].flatMap(({ stepInstances }) => stepInstances), totalCount: first.totalCount };
    },
    refetchInterval: isRunning && !isPushed ? POLL_INTERVAL_MS : false,
    placeholderData: keepPreviousData,
  });
}
