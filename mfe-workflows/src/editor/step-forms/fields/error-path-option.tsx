import { Checkbox } from '@portage/ui';
import { Hint } from './form-section.tsx';

export interface ErrorPathOptionProps {
  value: boolean;
  /** It contains steps, so it cannot be switched off. */
  hasSteps: boolean;
  /** Why the step cannot have one; absent: it can. */
  obstacle?: string | undefined;
  /** The step continues on error: a failure has one consequence. */
  continues?: boolean;
  onChange: (value: boolean) => void;
  isReadOnly: boolean;
}

/** Whether other steps run when the step fails, with a word on what that means. */
export function ErrorPathOption({ value, hasSteps, obstacle, continues = false, onChange, isReadOnly }: ErrorPathOptionProps) {
  const hint = hintOf({ value, hasSteps, obstacle, continues });
  return (
    <>
      <Checkbox value={value} onChange={onChange} isDisabled={isReadOnly || (value ? hasSteps : continues || obstacle !== undefined)}>
        Error path
      </Checkbox>
      {hint ? <Hint>{hint}</Hint> : null}
    </>
  );
}

function hintOf({ value, hasSteps, obstacle, continues }: Omit<ErrorPathOptionProps, 'onChange' | 'isReadOnly'>): string | null {
  if (value && hasSteps)
    return 'When the step fails, the steps under On error run, then the next step. Delete those steps to switch this off.';
  if (value) return 'When the step fails, the steps under On error run, then the next step. Add them on the canvas.';
  if (obstacle !== undefined) return obstacle;
  return continues ? null : 'Other steps run when this one fails; then the run goes on.';
}
