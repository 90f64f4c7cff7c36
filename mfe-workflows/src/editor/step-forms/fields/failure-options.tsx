import { Checkbox, Stack } from '@portage/ui';

export interface FailureOptionsProps {
  continueOnFailure: boolean | undefined;
  onContinueOnFailureChange: (value: boolean) => void;
  useRetry?: boolean | undefined;
  /** Absent: the step type knows no retry. */
  onUseRetryChange?: ((value: boolean) => void) | undefined;
  isReadOnly: boolean;
}

/** The options for a failing step (spec STEP-33, STEP-63, STEP-69). */
export function FailureOptions({
  continueOnFailure,
  onContinueOnFailureChange,
  useRetry,
  onUseRetryChange,
  isReadOnly,
}: FailureOptionsProps) {
  return (
    <Stack $gap={2}>
      <Checkbox value={continueOnFailure ?? false} onChange={onContinueOnFailureChange} isDisabled={isReadOnly}>
        Continue on error
      </Checkbox>
      {onUseRetryChange ? (
        <Checkbox value={useRetry ?? false} onChange={onUseRetryChange} isDisabled={isReadOnly}>
          Use Retry
        </Checkbox>
      ) : null}
    </Stack>
  );
}
