import { useSessionUser } from '@portage/area-kit';
import { Checkbox, TextArea, TextField } from '@portage/ui';
import { type BranchStep, type ConditionGroup, workflowLimits } from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { ScriptField } from '../../values/index.ts';
import type { StepFormProps } from '../fields/step-form.ts';
import { ConditionsFields } from './conditions-fields.tsx';

/** One condition group of a branch (spec STEP-55..59). */
export function ConditionGroupForm({
  step,
  onChange,
  isReadOnly,
  problemOf,
  groupIndex,
}: StepFormProps<BranchStep> & { groupIndex: number }) {
  const user = useSessionUser();
  const group = step.conditionGroups[groupIndex];
  if (!group) return null;
  const path = `conditionGroups[${groupIndex}]`;

  function change(changes: Partial<ConditionGroup>, field?: string): void {
    onChange(
      { ...step, conditionGroups: step.conditionGroups.map((one, at) => (at === groupIndex ? { ...one, ...changes } : one)) },
      field,
    );
  }

  return (
    <>
      <FormField name={`${path}.name`}>
        <TextField
          label="Name"
          name="conditionGroupName"
          value={group.name}
          onChange={(name) => change({ name }, `${path}.name`)}
          maxLength={workflowLimits.nameLength}
          isRequired
          isReadOnly={isReadOnly}
          errorMessage={problemOf(`${path}.name`)}
        />
      </FormField>
      <FormField name={`${path}.description`}>
        <TextArea
          label="Description"
          value={group.description ?? ''}
          onChange={(description) => change({ description }, `${path}.description`)}
          maxLength={workflowLimits.descriptionLength}
          isReadOnly={isReadOnly}
        />
      </FormField>
      {user?.isImpersonating ? (
        <Checkbox
          value={group.isHiddenFromCustomer ?? false}
          onChange={(isHiddenFromCustomer) => change({ isHiddenFromCustomer })}
          isDisabled={isReadOnly}
        >
          Hidden from customer
        </Checkbox>
      ) : null}
      <Checkbox value={group.useScript ?? false} onChange={(useScript) => change({ useScript })} isDisabled={isReadOnly}>
        Use Script
      </Checkbox>
      {group.useScript ? (
        <FormField name={`${path}.script`}>
          <ScriptField
            label="Script"
            value={group.script ?? ''}
            onChange={(script) => change({ script }, `${path}.script`)}
            stepId={step.stepId}
            isRequired
            isReadOnly={isReadOnly}
            errorMessage={problemOf(`${path}.script`)}
          />
        </FormField>
      ) : (
        <ConditionsFields group={group} path={path} stepId={step.stepId} onChange={change} isReadOnly={isReadOnly} problemOf={problemOf} />
      )}
    </>
  );
}
