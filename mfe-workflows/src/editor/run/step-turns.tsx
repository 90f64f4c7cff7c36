import { color, EmptyState, font, IconButton, space } from '@portage/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import type { StepSummary } from '../../api-types.ts';
import { StepDetails } from '../../run-view/step-details.tsx';

const Frame = styled.div`
  padding: ${space(2)};
`;
const Pager = styled.div`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: ${space(1)};
  padding-bottom: ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
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
        <Pager role="group" aria-label={`Times that ${name} ran`}>
          <IconButton
            label="Turn before"
            size="dense"
            icon={<ChevronLeft aria-hidden />}
            isDisabled={at === 0}
            onPress={() => setChosen(at - 1)}
          />
          <span aria-live="polite">
            {at + 1} of {turns.length}
          </span>
          <IconButton
            label="Turn after"
            size="dense"
            icon={<ChevronRight aria-hidden />}
            isDisabled={at === turns.length - 1}
            onPress={() => setChosen(at + 1)}
          />
        </Pager>
      ) : null}
      <StepDetails key={turn.id} runId={runId} stepInstanceId={turn.id} summary={turn} isRunning={isRunning} />
    </Frame>
  );
}
