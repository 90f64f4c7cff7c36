import { useLoaded } from '@portage/ui';
import { FirstStepsCard } from './first-steps-card.tsx';
import { isListOver, useFirstSteps } from './use-first-steps.ts';
import { WaysToStart } from './ways-to-start.tsx';

/** Replaces an empty list of workflows. The ways to start are shown even if the first steps can't be loaded. */
export function FirstPage() {
  const steps = useFirstSteps();
  const { shown, indicator } = useLoaded(steps.data ?? (steps.error ? null : undefined), 'Loading');
  if (shown === undefined) return indicator;
  return (
    <>
      <WaysToStart sampleTemplateId={shown?.sampleTemplateId ?? null} />
      {shown && !isListOver(shown) ? <FirstStepsCard steps={shown} /> : null}
    </>
  );
}

/** Shown below a list of workflows, until it is closed or everything is done. */
export function FirstStepsBelowList() {
  const steps = useFirstSteps();
  return steps.data && !isListOver(steps.data) ? <FirstStepsCard steps={steps.data} /> : null;
}
