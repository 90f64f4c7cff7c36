import { Banner, TextField } from '@portage/ui';
import type { AdditionalField } from '../../playbooks/api-types.ts';
import { DayField, today } from './day-field.tsx';
import { LookupChoice } from './lookup-choice.tsx';
import { StartField } from './start-field.tsx';
import type { LookupField } from './use-lookup.ts';

interface AdditionalFieldInputProps {
  field: AdditionalField;
  place: LookupField;
  value: string;
  /** The system's name of the choice when it was made. */
  chosenName: string | undefined;
  onChange: (value: string | null, name: string | null) => void;
  /** The only option, which the person did not choose. */
  onOnlyChoice: (value: string, name: string) => void;
  errorMessage: string | undefined;
}

/** The input for one additional field of a flow (spec PB-20). */
export function AdditionalFieldInput(props: AdditionalFieldInputProps) {
  const { field, place, value, chosenName, onChange, onOnlyChoice, errorMessage } = props;
  const { type, title, description, isRequired } = field;
  switch (type) {
    case 'custom':
      return (
        <LookupChoice
          place={place}
          label={title}
          hint={description}
          isRequired={isRequired}
          value={value}
          chosenName={chosenName}
          onChange={onChange}
          onOnlyChoice={onOnlyChoice}
          errorMessage={errorMessage}
        />
      );
    case 'string':
    case 'number':
      if (field.format === 'start') {
        return <StartField title={title} description={description} usual="now" value={value} onChange={(start) => onChange(start, null)} />;
      }
      if (field.format === 'date') {
        return (
          <DayField
            title={title}
            description={description}
            value={value || today()}
            onChange={(day) => onChange(day, null)}
            errorMessage={errorMessage}
          />
        );
      }
      return (
        <TextField
          label={title}
          hint={description}
          isRequired={isRequired}
          inputMode={type === 'number' ? 'decimal' : undefined}
          maxLength={2_000}
          value={value}
          onChange={(text) => onChange(text === '' ? null : text, null)}
          errorMessage={errorMessage}
        />
      );
    default:
      // Spec STEP-110.
      return <Banner tone="danger">{`Unknown additional field type “${type}”`}</Banner>;
  }
}
