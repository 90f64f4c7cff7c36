import { atTurnEnd, type LoopStep } from '@portage/workflow';
import { FormField } from '../panel/form-field.tsx';
import { ValueField } from '../values/index.ts';
import { FailureOptions } from './fields/failure-options.tsx';
import { NumberTextField } from './fields/number-text-field.tsx';
import type { StepFormProps } from './fields/step-form.ts';

/** Spec STEP-62..64; a paging loop also has its number of items (STEP-48). */
export function LoopForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<LoopStep>) {
  return (
    <>
      <FormField name="listContextDataEntityName">
        <ValueField
          label="Collection"
          name="listContextDataEntityName"
          value={step.listContextDataEntityName ?? ''}
          onChange={(listContextDataEntityName) => onChange({ ...step, listContextDataEntityName }, 'listContextDataEntityName')}
          stepId={step.stepId}
          hint="The list to loop over. To skip some of its items, use a formula such as Where."
          isRequired
          isReadOnly={isReadOnly}
          errorMessage={problemOf('listContextDataEntityName')}
        />
      </FormField>
      {step.pagedItemsLimit === undefined || step.pagedItemsLimit === null ? null : (
        <NumberTextField
          clientId={step.clientId}
          name="pagedItemsLimit"
          label="Max Items to Return"
          value={step.pagedItemsLimit}
          onChange={(pagedItemsLimit) => onChange({ ...step, pagedItemsLimit }, 'pagedItemsLimit')}
          requiredAs="Max Items to Return"
          min={1}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('pagedItemsLimit')}
        />
      )}
      <FormField name="resultExpression">
        <ValueField
          label="Collect"
          name="resultExpression"
          value={step.resultExpression ?? ''}
          onChange={(text) => onChange({ ...step, resultExpression: text === '' ? null : text }, 'resultExpression')}
          stepId={atTurnEnd(step.stepId)}
          hint={`Optional. This value of each iteration becomes an entry of the loop’s Results, which later steps can read.`}
          isReadOnly={isReadOnly}
          errorMessage={problemOf('resultExpression')}
        />
      </FormField>
      <FailureOptions step={step} onChange={onChange} isReadOnly={isReadOnly} />
    </>
  );
}
