import { MATCH_PREFIX } from '@portage/connectors/schema';
import { Select } from '@portage/ui';
import type { EmptyHandling, EmptyRule } from '@portage/workflow';
import { fullTitle, type MappingField } from '../fields/mapping-field.ts';
import { ValueField } from '../value-field/value-field.tsx';
import { getFieldStepId } from './mapping-values.tsx';

interface EmptyChoiceProps {
  field: MappingField;
  handling: EmptyHandling;
  isReadOnly: boolean;
  onChange: (handling: EmptyHandling) => void;
}

/** What happens to the target's value if the source has none. */
export function EmptyChoice({ field, handling, isReadOnly, onChange }: EmptyChoiceProps) {
  const name = fullTitle(field);
  const { whenEmpty = 'Leave', defaultValue = '' } = handling;
  return (
    <>
      <Select<EmptyRule>
        label={`When the source is empty, for ${name}`}
        value={whenEmpty}
        onChange={(rule) => onChange({ whenEmpty: rule, defaultValue })}
        options={emptyOptions(canBeCleared(field))}
        isDisabled={isReadOnly}
      />
      {whenEmpty === 'Default' ? (
        <ValueField
          label={`Default value for ${name}`}
          value={defaultValue}
          onChange={(value) => onChange({ whenEmpty, defaultValue: value })}
          stepId={getFieldStepId(field)}
          isReadOnly={isReadOnly}
        />
      ) : null}
    </>
  );
}

type EmptyOption = { value: EmptyRule; label: string };

const keep: EmptyOption = { value: 'Leave', label: 'Keep the target’s value' };
const clear: EmptyOption = { value: 'Clear', label: 'Clear the target’s value' };
const fill: EmptyOption = { value: 'Default', label: 'Write a default value' };

function emptyOptions(canClear: boolean): EmptyOption[] {
  return canClear ? [keep, clear, fill] : [keep, fill];
}

/** What a link to another record can do if the source is empty. */
export const linkEmptyOptions: readonly EmptyOption[] = [keep, clear];

/** Not if it is required, or if it is used for lookups or written only to new records. */
function canBeCleared({ path, isRequired, isCreateOnly }: MappingField): boolean {
  return !isRequired && !isCreateOnly && !path.startsWith(MATCH_PREFIX);
}

/** A rule other than the default, in a few words for the field's row; null for the default. */
export function emptyWords({ whenEmpty }: EmptyHandling): string | null {
  if (whenEmpty === 'Clear') return 'cleared when empty';
  return whenEmpty === 'Default' ? 'default when empty' : null;
}
