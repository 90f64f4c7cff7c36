import { Checkbox, Stack } from '@portage/ui';
import { ErrorPathOption, type ErrorPathOptionProps } from './error-path-option.tsx';

export interface FailureOptionsProps {
  continueOnFailure: boolean | undefined;
  onContinueOnFailureChange: (value: boolean) => void;
  useRetry?: boolean | undefined;
  /** Absent: the step type has no retry. */
  onUseRetryChange?: ((value: boolean) => void) | undefined;
  /** Absent: the step type has no error path. */
  errorPath?: Omit<ErrorPathOptionProps, 'continues' | 'isReadOnly'> | undefined;
  isReadOnly: boolean;
}

/** The options for a failing step (spec STEP-33, STEP-63, STEP-69); a failure has one consequence. */
export function FailureOptions({
  continueOnFailure,
  onContinueOnFailureChange,
  useRetry,
  onUseRetryChange,
  errorPath,
  isReadOnly,
}: FailureOptionsProps) {
  const isTaken = errorPath?.value === true;
  return (
    <Stack $gap={2}>
      <Checkbox
        value={continueOnFailure ?? false}
        onChange={onContinueOnFailureChange}
        isDisabled={isReadOnly || (isTaken && !continueOnFailure)}
      >
        Continue on error
      </Checkbox>
      {errorPath ? <ErrorPathOption {...errorPath} continues={continueOnFailure === true} isReadOnly={isReadOnly} /> : null}
      {onUseRetryChange ? (
        <Checkbox value={useRetry ?? false} onChange={onUseRetryChange} isDisabled={isReadOnly}>
          Use Retry
        </Checkbox>
      ) : null}
    </Stack>
  );
}
