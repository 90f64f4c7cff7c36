import { AT_END, type RunTagDefinition, type TriggerStep, workflowLimits } from '@portage/workflow';
import { FormSection, Hint } from './fields/form-section.tsx';
import { NamedValueRows } from './fields/named-value-rows.tsx';

interface RunTagsFieldProps {
  step: TriggerStep;
  /** @param field the path of the changed text; omitted if a row was added or removed */
  onChange: (tags: RunTagDefinition[], field?: string) => void;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

/** Values by which people find a run of this workflow. */
export function RunTagsField({ step, onChange, isReadOnly, problemOf }: RunTagsFieldProps) {
  const tags = step.runTags ?? [];
  if (isReadOnly && tags.length === 0) return null;
  return (
    <FormSection title="Run tags">
      <Hint>Up to five values, such as an order number, that help you find a run in Run History. Values of any step can be used.</Hint>
      <NamedValueRows
        rows={tags}
        onChange={onChange}
        path="runTags"
        noun="run tag"
        most={workflowLimits.runTags}
        stepId={AT_END}
        nameLabel="Tag"
        isValueRequired
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
    </FormSection>
  );
}
