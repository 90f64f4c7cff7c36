import { Select, TextField } from '@portage/ui';
import { approvalDefaults, delayTypes, type WaitForApprovalStep, workflowLimits } from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { toChoices } from '../fields/choices.ts';
import { FailureOptions } from '../fields/failure-options.tsx';
import { FieldRow, FormSection, Hint } from '../fields/form-section.tsx';
import { NumberTextField } from '../fields/number-text-field.tsx';
import type { StepFormProps } from '../fields/step-form.ts';

const units = toChoices(delayTypes);

export function WaitForApprovalForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<WaitForApprovalStep>) {
  const button = (field: 'approveLabel' | 'rejectLabel', label: string) => (
    <FormField name={field}>
      <TextField
        label={label}
        name={field}
        value={step[field] ?? ''}
        onChange={(text) => onChange({ ...step, [field]: text.slice(0, workflowLimits.approvalLabelLength) }, field)}
        placeholder={approvalDefaults[field]}
        isReadOnly={isReadOnly}
        errorMessage={problemOf(field)}
      />
    </FormField>
  );
  return (
    <>
      <FormField name="subject">
        <ValueField
          label="Question"
          kind="template"
          value={step.subject}
          onChange={(subject) => onChange({ ...step, subject }, 'subject')}
          stepId={step.stepId}
          placeholder="Pay this invoice?"
          hint="Heading of the page, and subject of the e-mail."
          isRequired
          isReadOnly={isReadOnly}
          errorMessage={problemOf('subject')}
        />
      </FormField>
      <FormField name="message">
        <ValueField
          label="Message"
          kind="template"
          value={step.message ?? ''}
          onChange={(message) => onChange({ ...step, message }, 'message')}
          stepId={step.stepId}
          hint="Plain text with everything the person needs to decide."
          isArea
          isReadOnly={isReadOnly}
          errorMessage={problemOf('message')}
        />
      </FormField>
      <FieldRow>
        {button('approveLabel', 'Button for yes')}
        {button('rejectLabel', 'Button for no')}
      </FieldRow>
      <FormSection title="Who is asked">
        <Hint>
          You can always decide under Approvals and on the page of the run. Everyone named here gets an e-mail with their own link.
        </Hint>
        <FormField name="recipients">
          <ValueField
            label="E-mail addresses"
            kind="template"
            value={step.recipients ?? ''}
            onChange={(recipients) => onChange({ ...step, recipients }, 'recipients')}
            stepId={step.stepId}
            placeholder="ann@example.com, bob@example.com"
            hint={`Separated by commas, ${workflowLimits.approvalRecipients} at most. The first decision counts.`}
            isReadOnly={isReadOnly}
            errorMessage={problemOf('recipients')}
          />
        </FormField>
        <FieldRow>
          <NumberTextField
            clientId={step.clientId}
            name="expiresAfterValue"
            label="Expires after"
            value={step.expiresAfterValue ?? approvalDefaults.expiresAfterValue}
            onChange={(expiresAfterValue) => expiresAfterValue !== null && onChange({ ...step, expiresAfterValue }, 'expiresAfterValue')}
            requiredAs="Expires after"
            hint="At most 90 days."
            min={1}
            isReadOnly={isReadOnly}
            errorMessage={problemOf('expiresAfterValue')}
          />
          <FormField name="expiresAfterType">
            <Select
              label="Unit"
              name="expiresAfterType"
              value={step.expiresAfterType ?? approvalDefaults.expiresAfterType}
              onChange={(expiresAfterType) => onChange({ ...step, expiresAfterType })}
              options={units}
              isDisabled={isReadOnly}
            />
          </FormField>
        </FieldRow>
      </FormSection>
      <Hint>
        Response.decision is Approved, Rejected or Expired. A Branch after this step can use it; Response.by and Response.comment have the
        details.
      </Hint>
      <FailureOptions step={step} onChange={onChange} hasErrorPath isReadOnly={isReadOnly} />
    </>
  );
}
