import { runPath, StatusBadge } from '@portage/area-kit';
import { Inline, Link } from '@portage/ui';
import type { StepDetailData } from '../api-types.ts';
import { useRunState } from '../runs/run-queries.ts';

/** The run that a step has started, with its live state. */
export function CalledRunLine({ calledRun }: { calledRun: NonNullable<StepDetailData['calledRun']> }) {
  const { data } = useRunState(calledRun.id);
  return (
    <Inline $gap={3}>
      {data ? <StatusBadge status={data.status} /> : null}
      <Link href={runPath(calledRun.id)}>Open the run of {calledRun.name}</Link>
    </Inline>
  );
}
