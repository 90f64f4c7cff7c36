import { Banner, LinkButton } from '@portage/ui';
import styled from 'styled-components';
import type { RunInstance } from '../api-types.ts';
import { repairPath } from '../runs/repair-path.ts';

/** Cut off where the failed step next to it shows the whole message. */
const Message = styled.span<{ $isCut: boolean }>`
  ${({ $isCut }) => ($isCut ? 'display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2;' : '')}
`;

interface RunFailureProps {
  run: RunInstance;
  /** The failed step, with the turns of loops around it; null if no step failed. */
  failedStep: string | null;
  canFix: boolean;
  isCut?: boolean;
}

/** Why a run failed, and the way to fix the step. */
export function RunFailure({ run, failedStep, canFix, isCut = false }: RunFailureProps) {
  if (!run.errorMessage) return null;
  const message = `${failedStep === null ? '' : `${failedStep}: `}${run.errorMessage}`;
  return (
    <Banner
      tone="danger"
      title="The run failed"
      action={canFix && failedStep !== null ? <LinkButton href={repairPath(run)}>Fix this step</LinkButton> : null}
    >
      <Message $isCut={isCut} title={isCut ? run.errorMessage : undefined}>
        {message}
      </Message>
    </Banner>
  );
}
