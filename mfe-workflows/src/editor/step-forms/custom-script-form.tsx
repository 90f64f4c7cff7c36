import { Checkbox } from '@portage/ui';
import type { CustomScriptStep } from '@portage/workflow';
import { FormField } from '../panel/form-field.tsx';
import { ScriptWithAssistant } from '../script-assistant/script-with-assistant.tsx';
import { ScriptField } from '../values/index.ts';
import type { StepFormProps } from './fields/step-form.ts';

/** The script, and whether it runs only on demand (spec STEP-65..67). */
export function CustomScriptForm({ step, onChange, isReadOnly, problemOf }: StepFormProps<CustomScriptStep>) {
  return (
    <>
      <FormField name="script">
        <ScriptWithAssistant
          clientId={step.clientId}
          stepId={step.stepId}
          script={step.script}
          onApply={(script) => onChange({ ...step, script })}
          isReadOnly={isReadOnly}
          renderEditor={(isLarge) => (
            <ScriptField
              label="Script"
              value={step.script}
              onChange={(script) => onChange({ ...step, script }, 'script')}
              stepId={step.stepId}
              isRequired
              isReadOnly={isReadOnly}
              isLarge={isLarge}
              errorMessage={problemOf('script')}
            />
          )}
        />
      </FormField>
      <Checkbox
        value={step.onlyManualExecution ?? false}
        onChange={(onlyManualExecution) => onChange({ ...step, onlyManualExecution })}
        isDisabled={isReadOnly}
      >
        Run only when the workflow is started by hand
      </Checkbox>
    </>
  );
}
