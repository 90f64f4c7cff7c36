import { color, font, Stack, StatusBadge } from '@portage/ui';
import styled from 'styled-components';
import type { RunOfList } from '../runs/run-of-list.ts';
import { failedStepsText } from '../runs/run-status.ts';

const WentOn = styled.span`
  color: ${color.warning};
  font-size: ${font.size.tiny};
`;

/** A run's state in a list; a run that went on after failures says so. */
export function RunStatusCell({ run }: { run: RunOfList }) {
  const failedSteps = failedStepsText(run.failedSteps);
  return (
    <Stack $gap={0.5}>
      <div>
        <StatusBadge status={run.status} />
      </div>
      {failedSteps ? <WentOn>{failedSteps}</WentOn> : null}
    </Stack>
  );
}
