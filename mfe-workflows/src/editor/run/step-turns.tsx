import { useApi } from '@portage/area-kit';
import type { RunStatus } from '@portage/contracts';
import { Checkbox, color, EmptyState, font, IconButton, space, useLoaded } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import type { StepSummary } from '../../api-types.ts';
import { StepDetails } from '../../run-view/step-details.tsx';
import { runKeys } from '../../runs/run-queries.ts';
import { countTurns, type StepGroup } from './run-states.ts';

const Frame = styled.div`
  padding: ${space(2)};
`;
const Pager = styled.div`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: ${space(1)};
  padding: 0 ${space(2)} ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
  > label,
  > div {
    margin-right: auto;
  }
`;

export interface StepTurnsProps {
  runId: string;
  name: string;
  groups: readonly StepGroup[];
  isRunning: boolean;
  runStatus: RunStatus;
  renderActions?: (record: StepSummary) => ReactNode;
}

/** A step's input and output; inside a loop, of one iteration at a time, starting with the last one, or only of failed ones. */
export function StepTurns({ runId, name, groups, isRunning, runStatus, renderActions }: StepTurnsProps) {
  const { count, failedCount } = countTurns(groups, name);
  const [isOnlyFailed, setIsOnlyFailed] = useState(failedCount > 0);
  const total = isOnlyFailed ? failedCount : count;
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.max(0, Math.min(chosen ?? total - 1, total - 1));
  const turn = useTurn(runId, name, { at, isOnlyFailed, isEnabled: total > 0, others: groups });
  const { shown, indicator } = useLoaded(turn.data, 'Loading the step');

  if (total === 0) {
    return (
      <EmptyState title={isRunning ? 'Not reached yet' : 'Not run'}>
        {isRunning ? `“${name}” appears here once it starts.` : `This run didn’t reach “${name}”.`}
      </EmptyState>
    );
  }
  return (
    <Frame>
      {count > 1 ? (
        <Pager role="group" aria-label={`Executions of ${name}`}>
          {failedCount > 0 ? (
            <Checkbox
              value={isOnlyFailed}
              onChange={(value) => {
                setIsOnlyFailed(value);
                setChosen(null);
              }}
            >
              Only failed ({failedCount})
            </Checkbox>
          ) : null}
          <IconButton
            label="Turn before"
            size="dense"
            icon={<ChevronLeft aria-hidden />}
            isDisabled={at === 0}
            onPress={() => setChosen(at - 1)}
          />
          <span aria-live="polite">
            {at + 1} of {total}
          </span>
          <IconButton
            label="Turn after"
            size="dense"
            icon={<ChevronRight aria-hidden />}
            isDisabled={at >= total - 1}
            onPress={() => setChosen(at + 1)}
          />
        </Pager>
      ) : null}
      {shown ? renderActions?.(shown) : null}
      {shown ? (
        <StepDetails
          key={shown.id}
          runId={runId}
          stepInstanceId={shown.id}
          summary={shown}
          isRunning={isRunning}
          runStatus={runStatus}
          isNameLeftOut
        />
      ) : (
        indicator
      )}
    </Frame>
  );
}

interface TurnOptions {
  at: number;
  isOnlyFailed: boolean;
  isEnabled: boolean;
  others: readonly StepGroup[];
}

function useTurn(runId: string, name: string, { at, isOnlyFailed, isEnabled, others }: TurnOptions) {
  const api = useApi();
  // The API matches names that contain the text. If another step's name does, the first 100 matches are filtered here.
  const isPart = others.some((group) => group.name !== name && group.name.toLowerCase().includes(name.trim().toLowerCase()));
  return useQuery({
    queryKey: [...runKeys.steps(runId), 'turn', name, isOnlyFailed, isPart ? 'all' : at],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflows/step-instances',
        {
          query: {
            workflowInstanceId: runId,
            name,
            status: isOnlyFailed ? 'Failed' : undefined,
            ...(isPart ? { pageSize: 100 } : { pageIndex: at, pageSize: 1 }),
          },
        },
        { signal },
      ),
    select: ({ stepInstances }) => {
      const ofStep = stepInstances.filter((step) => step.name === name);
      return isPart ? (ofStep[at] ?? ofStep.at(-1)) : ofStep[0];
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}
