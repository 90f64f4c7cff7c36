import { type Form, NumberField } from '@portage/ui';
import type { QuotaForm } from './quota-form.ts';

/** The four quotas of the specification; an empty field sets no limit. */
export function QuotaFields({ bind }: Pick<Form<QuotaForm>, 'bind'>) {
  return (
    <>
      <NumberField label="Workflow Runs/Day" hint="Empty: no limit. Limits of a paid plan take precedence." {...bind('runsPerDay')} />
      <NumberField label="Workflow Runs/Min" {...bind('runsPerMinute')} />
      <NumberField label="Workflow Steps/Run" {...bind('stepsPerRun')} />
      <NumberField label="Workflow Run Duration (Sec)" {...bind('runSeconds')} />
    </>
  );
}
