import {
  Banner,
  BarChart,
  Button,
  Card,
  color,
  EmptyState,
  font,
  formatNumber,
  LinkButton,
  Page,
  size,
  space,
  useLoaded,
  usePageTitle,
} from '@portage/ui';
import { ChartColumn } from 'lucide-react';
import styled from 'styled-components';
import { InsightsSection } from './insights/insights-section.tsx';
import { monthlyBars, type Statistics, useStatistics, yearlyTotal } from './statistics.ts';

const Tiles = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(${size.menu}, 100%), 1fr));
  gap: ${space(4)};
  margin: 0;
`;
const Tile = styled.div`
  padding: ${space(4)};
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${space(2.5)};
  dt {
    color: ${color.muted};
  }
  dd {
    margin: ${space(1)} 0 0;
    font-size: ${font.size.display};
    font-weight: ${font.weight.bold};
    font-variant-numeric: tabular-nums;
  }
`;

/** /stats (spec DASH-23..27). */
export function StatisticsPage() {
  usePageTitle('Dashboard');
  const stats = useStatistics();
  const { shown, indicator } = useLoaded(stats.data, 'Counting');
  return (
    <Page>
      <InsightsSection>
        {stats.isError ? (
          <Banner tone="danger" action={<Button onPress={() => stats.refetch()}>Retry</Button>}>
            Could not obtain stats. Please try again later.
          </Banner>
        ) : null}
        {shown ? <Figures stats={shown} /> : null}
        {shown || stats.isError ? null : indicator}
      </InsightsSection>
    </Page>
  );
}

function Figures({ stats }: { stats: Statistics }) {
  const inYear = yearlyTotal(stats);
  const tiles = [
    { label: 'Workflows', value: stats.totalWorkflowsCount },
    { label: 'Workflow runs', value: stats.totalWorkflowInstancesCount },
    { label: 'Runs in the last 12 months', value: inYear },
  ];
  return (
    <>
      <Tiles>
        {tiles.map(({ label, value }) => (
          <Tile key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </Tile>
        ))}
      </Tiles>
      <Card title="Runs by month">
        {inYear > 0 ? (
          <BarChart label="Runs by month" labelHeader="Month" valueHeader="Runs" bars={monthlyBars(stats)} />
        ) : (
          <EmptyState
            icon={<ChartColumn aria-hidden />}
            title="No runs in the last 12 months"
            action={
              <LinkButton variant="primary" href="/workflows">
                Go to Workflows
              </LinkButton>
            }
          >
            Run a workflow and its runs appear here.
          </EmptyState>
        )}
      </Card>
    </>
  );
}
