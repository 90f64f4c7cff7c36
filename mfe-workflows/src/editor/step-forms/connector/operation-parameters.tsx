import type { SchemaNode } from '@portage/connectors/schema';
import type { ConnectorOperationStep } from '@portage/workflow';
import { FormField } from '../../panel/form-field.tsx';
import { useEditor } from '../../state/editor-context.tsx';
import { ScriptField } from '../../values/index.ts';
import { Hint } from '../fields/form-section.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { MappedParameters } from '../parameters/mapped-parameters.tsx';

interface OperationParametersProps extends StepFormProps<ConnectorOperationStep> {
  /** Null if there is no query to edit. */
  schema: SchemaNode | null;
  onReload: () => Promise<void>;
}

export function OperationParameters({ step, schema, onReload, onChange, isReadOnly, problemOf }: OperationParametersProps) {
  const isImpersonating = useEditor((state) => state.isImpersonating);
  const { connectorId, operationId } = step;
  const isScript = step.requestParametersSourceType === 'Script';
  // Spec STEP-34: the script editor is shown only while impersonating.
  if (isScript && !isImpersonating) return <Hint>A script fills in the parameters of this step.</Hint>;
  if (isScript) {
    return (
      <FormField name="script">
        <ScriptField
          label="Script"
          value={step.script ?? ''}
          onChange={(script) => onChange({ ...step, script }, 'script')}
          stepId={step.stepId}
          isRequired
          isReadOnly={isReadOnly}
          errorMessage={problemOf('script')}
        />
      </FormField>
    );
  }
  if (!schema || !connectorId) return null;
  return (
    <MappedParameters
      key={`${operationId} ${step.requestContentType ?? ''}`}
      place={{ connectorId, operationId: operationId ?? undefined }}
      stepId={step.stepId}
      root={schema}
      mappings={step.requestParameterMappings ?? []}
      onChange={(requestParameterMappings, field) => onChange({ ...step, requestParameterMappings }, field)}
      onReload={onReload}
      isReadOnly={isReadOnly}
      problemOf={problemOf}
      dynamicAdvancedParameters={step.dynamicAdvancedParameters}
      playbookParameters={step.playbookParameters}
      onToggle={(list, path) => onChange({ ...step, [list]: toggled(step[list] ?? [], path) })}
    />
  );
}

function toggled(paths: readonly string[], path: string): string[] {
  return paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path];
}
