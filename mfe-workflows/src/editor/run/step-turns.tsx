import { EmptyState, Pagination, space } from '@portage/ui';
import { useState } from 'react';
import styled from 'styled-components';
import type { StepSummary } from '../../api-types.ts';
import { StepDetails } from '../../run-view/step-details.tsx';

const Frame = styled.div`
  padding: 0 ${space(2)} ${space(4)};
`;

export interface StepTurnsProps {
  runId: string;
  name: string;
  /** Every time the step ran in this run, as far as they are known here. */
  turns: readonly StepSummary[];
  isRunning: boolean;
}

/** What went into a step and came out; one that ran in a loop is paged turn by turn, beginning with what went wrong, else with the last. */
export function StepTurns({ runId, name, turns, isRunning }: StepTurnsProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const failed = turns.findLastIndex(({ status }) => status === 'Failed');
  const at = Math.min(chosen ?? (failed >= 0 ? failed : turns.length - 1), turns.length - 1);
  const turn = turns[at];
  if (!turn) {
    return (
      <EmptyState title={isRunning ? 'Not reached yet' : 'Not run'}>
        {isRunning ? `“${name}” shows here what it does as soon as it begins.` : `This run did not come to “${name}”.`}
      </EmptyState>
    );
  }
  return (
    <Frame>
      {turns.length > 1 ? (
        <Pagination
          label={`Times that ${name} ran`}
          page={at + 1}
          pageSize={1}
          totalCount={turns.length}
          onPageChange={(page) => setChosen(page - 1)}
        />
      ) : null}
      <StepDetails key={turn.id} runId={runId} stepInstanceId={turn.id} summary={turn} isRunning={isRunning} />
    </Frame>
  );
}
