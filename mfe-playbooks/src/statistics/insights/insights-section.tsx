import { useSessionUser } from '@portage/area-kit';
import { type InsightPeriod, insightPeriods } from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import {
  Card,
  EmptyState,
  FailedRead,
  formatDayOfYear,
  formatHour,
  Hint,
  Inline,
  LinkButton,
  RadioGroup,
  Select,
  StackedBarChart,
  useLoaded,
} from '@portage/ui';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { InsightTables } from './insight-tables.tsx';
import { InsightTiles } from './insight-tiles.tsx';
import { type Insights, runsAddress, useInsights, type Whose } from './insights.ts';

const PERIODS: Record<InsightPeriod, string> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };
const PARTS = [
  { label: 'Succeeded', tone: 'success' },
  { label: 'Failed', tone: 'danger' },
  { label: 'Cancelled', tone: 'neutral' },
] as const;

/**
 * Whether all is well: the runs of a period compared with the previous period. The address stores the choice.
 *
 * @param children the content below, which waits for the figures so that it doesn't jump when they load
 */
export function InsightsSection({ children }: { children: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const isAdmin = useSessionUser()?.isAdmin ?? false;
  const period = insightPeriods.find((one) => one === search.get('period')) ?? '7d';
  const whose: Whose = isAdmin && search.get('whose') === 'everyone' ? 'everyone' : 'own';
  const insights = useInsights(period, whose);
  const { shown, indicator } = useLoaded(insights.data, 'Counting');
  const choose = (name: string, value: string) =>
    setSearch(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <Inline $gap={6}>
        <RadioGroup
          label="Period"
          orientation="horizontal"
          value={period}
          onChange={(value) => choose('period', value)}
          options={insightPeriods.map((value) => ({ value, label: PERIODS[value] }))}
        />
        {isAdmin ? (
          <Select
            label="Runs of"
            value={whose}
            onChange={(value) => choose('whose', value)}
            options={[
              { value: 'own', label: 'My workflows' },
              { value: 'everyone', label: 'Everyone' },
            ]}
          />
        ) : null}
      </Inline>
      {insights.error ? <FailedRead query={insights} /> : null}
      {shown ? <Figures insights={shown} whose={whose} period={period} /> : insights.error ? null : indicator}
      {shown || insights.error ? children : null}
    </>
  );
}

function Figures({ insights, whose, period }: { insights: Insights; whose: Whose; period: InsightPeriod }) {
  const title = insights.byHour ? 'Runs by hour' : 'Runs by day';
  if (insights.figures.runs === 0) {
    return (
      <Card>
        <EmptyState
          icon={<ChartColumn aria-hidden />}
          title={`No run ended in the last ${PERIODS[period]}`}
          action={<LinkButton href="/workflows">Go to Workflows</LinkButton>}
        >
          Tests are left out. Switch a workflow on, and its runs appear here.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Hint>Each figure shows its change from the {PERIODS[period]} before. Tests are left out.</Hint>
      <InsightTiles insights={insights} whose={whose} />
      <Card title={title}>
        <StackedBarChart label={title} labelHeader={insights.byHour ? 'Hour' : 'Day'} parts={PARTS} bars={buildBars(insights, whose)} />
      </Card>
      <InsightTables insights={insights} whose={whose} />
    </>
  );
}

function buildBars({ series, byHour }: Insights, whose: Whose) {
  const unitMs = byHour ? HOUR_MS : 24 * HOUR_MS;
  return series.map(({ startsAt, succeeded, failed, cancelled }) => ({
    // Days are in UTC.
    label: byHour ? formatHour(startsAt) : formatDayOfYear(startsAt, 'UTC'),
    values: [succeeded, failed, cancelled],
    href: runsAddress(whose, { from: startsAt, to: new Date(Date.parse(startsAt) + unitMs - 1).toISOString() }),
  }));
}
