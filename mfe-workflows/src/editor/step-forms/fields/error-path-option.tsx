import { Checkbox } from '@portage/ui';
import { Hint } from './form-section.tsx';

export interface ErrorPathStep {
  useErrorPath?: boolean;
  errorFirstStepId?: string | null;
  continueOnFailure?: boolean;
}

export interface ErrorPathOptionProps<Step extends ErrorPathStep> {
  step: Step;
  onChange: (step: Step) => void;
  /** Says why the step can't have an error path; omitted if it can. */
  obstacle?: string | undefined;
  isReadOnly: boolean;
}

/** Switches whether other steps run when the step fails, and says what that means. */
export function ErrorPathOption<Step extends ErrorPathStep>({ step, onChange, obstacle, isReadOnly }: ErrorPathOptionProps<Step>) {
  const isTaken = step.useErrorPath === true;
  // The path contains steps, which switching it off would remove.
  const hasSteps = Boolean(step.errorFirstStepId);
  // Continuing on failure and an error path exclude each other.
  const continues = step.continueOnFailure === true;
  const hint = isTaken
    ? hintOfPath(hasSteps)
    : (obstacle ?? (continues ? null : 'Other steps run when this one fails; then the run continues.'));
  return (
    <>
      <Checkbox
        value={isTaken}
        onChange={(useErrorPath) => onChange({ ...step, useErrorPath })}
        isDisabled={isReadOnly || (isTaken ? hasSteps : continues || obstacle !== undefined)}
      >
        Error path
      </Checkbox>
      {hint ? <Hint>{hint}</Hint> : null}
    </>
  );
}

function hintOfPath(hasSteps: boolean): string {
  const then = 'When the step fails, the steps under On error run, then the next step.';
  return hasSteps ? `${then} Delete those steps to switch this off.` : `${then} Add them on the canvas.`;
}
