import { Checkbox, Stack } from '@portage/ui';
import { ErrorPathOption, type ErrorPathStep } from './error-path-option.tsx';

export interface FailureOptionsProps<Step extends ErrorPathStep> {
  step: Step;
  onChange: (step: Step) => void;
  hasErrorPath?: boolean;
  /** Says why this step can't have an error path. */
  errorPathObstacle?: string | undefined;
  isReadOnly: boolean;
}

/** What happens when a step fails (spec STEP-33, STEP-63, STEP-69). Continuing and an error path exclude each other. */
export function FailureOptions<Step extends ErrorPathStep>({
  step,
  onChange,
  hasErrorPath = false,
  errorPathObstacle,
  isReadOnly,
}: FailureOptionsProps<Step>) {
  const { continueOnFailure = false, useErrorPath } = step;
  const isLedAway = hasErrorPath && useErrorPath === true;
  return (
    <Stack $gap={2}>
      <Checkbox
        value={continueOnFailure}
        onChange={(next) => onChange({ ...step, continueOnFailure: next })}
        isDisabled={isReadOnly || (isLedAway && !continueOnFailure)}
      >
        Continue on error
      </Checkbox>
      {hasErrorPath ? <ErrorPathOption step={step} onChange={onChange} obstacle={errorPathObstacle} isReadOnly={isReadOnly} /> : null}
    </Stack>
  );
}
