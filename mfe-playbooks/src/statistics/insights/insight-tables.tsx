import { Card, EmptyState, formatDuration, formatNumber, Link, Muted, size, space, Table, type TableColumn } from '@portage/ui';
import { CircleCheck, Timer } from 'lucide-react';
import styled from 'styled-components';
import { type Insights, runsAddress, type Whose } from './insights.ts';

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${size.cards}), 1fr));
  align-items: start;
  gap: ${space(4)};
`;

type Named = Pick<Insights['failing'][number], 'workflowId' | 'name' | 'ownerUserEmail'>;

/** The workflows that failed most and those that took longest; each links to its runs. */
export function InsightTables({ insights, whose }: { insights: Insights; whose: Whose }) {
  const { failing, slowest, from, to } = insights;
  const nameColumn = <Row extends Named>(status: 'Failed' | 'Succeeded'): TableColumn<Row> => ({
    id: 'name',
    header: 'Workflow',
    render: ({ workflowId, name, ownerUserEmail }) => (
      <>
        <Link href={runsAddress(whose, { from, to, status, workflowId })}>{name ?? 'A deleted workflow'}</Link>
        {whose === 'everyone' && ownerUserEmail ? <Muted $isBlock>{ownerUserEmail}</Muted> : null}
      </>
    ),
  });
  return (
    <Pair>
      <Card title="Failing workflows" isFlush>
        <Table
          label="Failing workflows"
          rows={failing}
          rowKey={({ workflowId }) => workflowId}
          columns={[
            nameColumn('Failed'),
            { id: 'failed', header: 'Failed', align: 'right', width: '90px', render: ({ failed }) => formatNumber(failed) },
            { id: 'runs', header: 'Runs', align: 'right', width: '90px', render: ({ runs }) => formatNumber(runs) },
          ]}
          emptyState={<EmptyState icon={<CircleCheck aria-hidden />} title="No run failed" />}
        />
      </Card>
      <Card title="Slowest workflows" isFlush>
        <Table
          label="Slowest workflows"
          rows={slowest}
          rowKey={({ workflowId }) => workflowId}
          columns={[
            nameColumn('Succeeded'),
            { id: 'median', header: 'Median', align: 'right', width: '110px', render: ({ medianMs }) => formatDuration(medianMs) },
            { id: 'p95', header: '95th percentile', align: 'right', width: '140px', render: ({ p95Ms }) => formatDuration(p95Ms) },
          ]}
          emptyState={<EmptyState icon={<Timer aria-hidden />} title="No run succeeded" />}
        />
      </Card>
    </Pair>
  );
}
