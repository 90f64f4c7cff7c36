import { Checkbox, formatDuration, Inline, Select, Stack } from '@portage/ui';
import {
  type RetryFailure,
  type RetryOptions as RetryFields,
  type RetryGrowth,
  readRetryPolicy,
  retryFailures,
  retryGrowths,
  retryPauseMs,
  workflowLimits,
} from '@portage/workflow';
import { useId } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { toChoices } from './choices.ts';
import { FieldRow, Hint, Problem } from './form-section.tsx';
import { NumberTextField } from './number-text-field.tsx';

interface RetriedStep extends RetryFields {
  clientId: string;
  retryFailures?: RetryFailure[];
}

interface RetryOptionsProps<Step extends RetriedStep> {
  step: Step;
  onChange: (step: Step, field?: string) => void;
  /** False: a failure of a called workflow has no kinds to choose from. */
  hasFailures?: boolean;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

const growths = toChoices<RetryGrowth>(retryGrowths, {
  Fixed: 'As long as the first',
  Doubling: 'Twice as long each',
  Tripling: 'Three times as long each',
});
const numberFields = [
  { name: 'retryAttempts', label: 'Attempts' },
  { name: 'retryPauseSeconds', label: 'First pause in seconds' },
] as const;
const failureLabels: Record<RetryFailure, string> = {
  Connection: 'Connection failures',
  Timeout: 'Timeouts',
  Status: '429 and 5xx responses',
  Any: 'Any other failure',
};

/** Whether a failed call is repeated (spec STEP-33, STEP-69), how many times and after which pauses. */
export function RetryOptions<Step extends RetriedStep>({
  step,
  onChange,
  hasFailures = true,
  isReadOnly,
  problemOf,
}: RetryOptionsProps<Step>) {
  const policy = readRetryPolicy(step);
  const failuresId = useId();
  const chosen = policy?.retryFailures ?? [];
  const change = (changed: RetryFields, field?: string) => onChange({ ...step, ...changed }, field);
  const chooseFailure = (failure: RetryFailure, isChosen: boolean) =>
    change({ retryFailures: retryFailures.filter((each) => (each === failure ? isChosen : chosen.includes(each))) });
  return (
    <Stack $gap={2}>
      <Checkbox value={policy !== null} onChange={(useRetry) => change({ useRetry })} isDisabled={isReadOnly}>
        Use Retry
      </Checkbox>
      {policy ? (
        <>
          <FieldRow>
            {numberFields.map(({ name, label }) => (
              <NumberTextField
                key={name}
                clientId={step.clientId}
                name={name}
                label={label}
                value={policy[name]}
                onChange={(number) => change({ [name]: number ?? policy[name] }, name)}
                requiredAs={label}
                {...workflowLimits[name]}
                isReadOnly={isReadOnly}
                errorMessage={problemOf(name)}
              />
            ))}
          </FieldRow>
          <FormField name="retryGrowth">
            <Select
              label="Later pauses"
              name="retryGrowth"
              value={policy.retryGrowth}
              onChange={(retryGrowth) => change({ retryGrowth })}
              options={growths}
              isDisabled={isReadOnly}
            />
          </FormField>
          {hasFailures ? (
            <FormField name="retryFailures">
              <Stack $gap={1} role="group" aria-labelledby={failuresId}>
                <Hint id={failuresId}>Repeat after</Hint>
                <Inline $gap={[1, 4]}>
                  {retryFailures.map((failure) => (
                    <Checkbox
                      key={failure}
                      value={chosen.includes(failure) || chosen.includes('Any')}
                      onChange={(isChosen) => chooseFailure(failure, isChosen)}
                      isDisabled={isReadOnly || (failure !== 'Any' && chosen.includes('Any'))}
                    >
                      {failureLabels[failure]}
                    </Checkbox>
                  ))}
                </Inline>
                {problemOf('retryFailures') ? <Problem>{problemOf('retryFailures')}</Problem> : null}
              </Stack>
            </FormField>
          ) : null}
          <Hint>{describeAttempts(step)}</Hint>
        </>
      ) : null}
    </Stack>
  );
}

const MOST_PAUSES = 4;

/** "Up to 3 attempts, with pauses of about 1 s and 3 s." Empty without retries, and while a number is out of bounds. */
export function describeAttempts(step: RetryFields): string {
  const policy = readRetryPolicy(step);
  const { min, max } = workflowLimits.retryAttempts;
  if (policy === null || !(policy.retryAttempts >= min && policy.retryAttempts <= max)) return '';
  const longestMs = workflowLimits.retryPauseSeconds.max * 1_000;
  const pauses = Array.from({ length: Math.floor(policy.retryAttempts) - 1 }, (_, at) => {
    return formatDuration(Math.min(longestMs, retryPauseMs(policy, at + 1)));
  });
  if (new Set(pauses).size === 1) return `Up to ${policy.retryAttempts} attempts, ${pauses[0]} apart.`;
  const shown = pauses.length > MOST_PAUSES ? [...pauses.slice(0, MOST_PAUSES - 1), '…', pauses.at(-1)] : pauses;
  return `Up to ${policy.retryAttempts} attempts, with pauses of about ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}.`;
}
