import { useApi } from '@portage/area-kit';
import type { CallResponse, InsightPeriod } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { DASH, formatDuration, formatNumber, type Tone } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

export type Insights = CallResponse<Calls, 'GET /api/dashboards/insights'>;
export type Whose = 'own' | 'everyone';

/** From this percentage on, a factor is easier to read. */
const LARGE_PERCENT = 400;

const REFRESH_MS = 60_000;

export function useInsights(period: InsightPeriod, whose: Whose) {
  const api = useApi();
  return useQuery({
    queryKey: ['dashboards', 'insights', period, whose],
    queryFn: ({ signal }) =>
      api('GET /api/dashboards/insights', { query: { period, isAdmin: whose === 'everyone' || undefined } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export interface RunsAsked {
  from: string;
  to: string;
  status?: 'Succeeded' | 'Failed' | 'Cancelled';
  workflowId?: string;
}

/** Run History with the filters that find the runs behind a figure. */
export function runsAddress(whose: Whose, { from, to, status, workflowId }: RunsAsked): string {
  const query = new URLSearchParams({
    ...withoutUndefined({ workflowId, status }),
    started: 'custom',
    startedFrom: from,
    startedTo: to,
    withoutTests: 'true',
  });
  return `${whose === 'everyone' ? '/admin/run-history' : '/run-history'}?${query}`;
}

export interface Change {
  text: string;
  tone: Tone;
}

/** The change of a figure compared with the previous period. @param better the direction that is good news */
export function describeChange(now: number | null, before: number | null, better: 'more' | 'less' | 'neither'): Change {
  if (now === null || before === null || before === 0) return { text: before === now ? 'As before' : 'None before', tone: 'neutral' };
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return { text: 'As before', tone: 'neutral' };
  const tone = pickTone(percent > 0, better);
  if (percent >= LARGE_PERCENT) return { text: `× ${formatNumber(Math.round(now / before))}`, tone };
  return { text: `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`, tone };
}

/** The change of a share, in percentage points. */
export function changeOfShare(now: number | null, before: number | null): Change {
  if (now === null || before === null) return { text: 'None before', tone: 'neutral' };
  const points = Math.round((now - before) * 1_000) / 10;
  if (points === 0) return { text: 'As before', tone: 'neutral' };
  return { text: `${points > 0 ? '+' : '−'}${Math.abs(points)} points`, tone: pickTone(points > 0, 'more') };
}

function pickTone(isMore: boolean, better: 'more' | 'less' | 'neither'): Tone {
  if (better === 'neither') return 'neutral';
  return isMore === (better === 'more') ? 'success' : 'danger';
}

/** Rounded down, so that one failure among many never reads as 100 %. */
export function shareText(share: number | null): string {
  return share === null ? DASH : `${Math.floor(share * 1_000) / 10} %`;
}

export function durationText(durationMs: number | null): string {
  return durationMs === null ? DASH : formatDuration(durationMs);
}
