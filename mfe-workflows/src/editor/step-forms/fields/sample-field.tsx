import { FormField } from '../../panel/form-field.tsx';
import { useUnkeptInput } from '../../panel/use-form-memory.ts';
import { useEditorStore } from '../../state/editor-context.tsx';
import { JsonField } from '../../values/index.ts';
import { sampleSizeProblem } from './sample-size.ts';

export interface SampleFieldProps {
  clientId: string;
  name: 'payloadSampleJson' | 'responseSampleJson';
  label: string;
  value: string | null | undefined;
  onChange: (value: string) => void;
  isReadOnly: boolean;
  errorMessage: string | undefined;
}

/** A sample (spec STEP-22, STEP-72). One that is too large stays in the field with a message; the step keeps the last that fit. */
export function SampleField({ clientId, name, label, value, onChange, isReadOnly, errorMessage }: SampleFieldProps) {
  const store = useEditorStore();
  const [draft, setDraft] = useUnkeptInput(clientId, name);

  function change(text: string): void {
    const readOthers = () => store.getState().steps.map((step) => (step.clientId === clientId ? { ...step, [name]: '' } : step));
    const message = sampleSizeProblem(text, readOthers);
    setDraft(message === null ? null : { text, message });
    if (message === null) onChange(text);
  }

  return (
    <FormField name={name}>
      <JsonField
        label={label}
        value={(isReadOnly ? undefined : draft?.text) ?? value ?? ''}
        onChange={change}
        isReadOnly={isReadOnly}
        errorMessage={draft?.message ?? errorMessage}
      />
    </FormField>
  );
}
