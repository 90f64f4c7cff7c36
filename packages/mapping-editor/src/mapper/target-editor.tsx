import { Button, ComboBox, Hint, Inline, Select, type SelectOption } from '@portage/ui';
import type { EmptyHandling } from '@portage/workflow';
import { useMemo } from 'react';
import { fullTitle, type MappingField, typeWord } from '../fields/mapping-field.ts';
import { ValueField } from '../value-field/value-field.tsx';
import { EmptyChoice } from './empty-choice.tsx';
import { getFieldStepId } from './mapping-values.tsx';

export interface TargetEditorProps {
  field: MappingField;
  sources: readonly MappingField[];
  expression: string;
  /** The source field that the target field copies unchanged. */
  sourcePath: string | null;
  handling: EmptyHandling;
  isReadOnly: boolean;
  onSource: (path: string) => void;
  onExpression: (expression: string) => void;
  onHandling: (handling: EmptyHandling) => void;
  onClose: () => void;
}

/** A target field's value: a field of the source, one of its known values, or a formula. */
export function TargetEditor(props: TargetEditorProps) {
  const { field, sources, expression, sourcePath, handling, isReadOnly, onSource, onExpression, onHandling, onClose } = props;
  const options = useSourceOptions(sources);
  const name = fullTitle(field);
  return (
    <>
      {field.description ? (
        <Hint $size="tiny" $breaks>
          {field.description}
        </Hint>
      ) : null}
      {isReadOnly ? null : (
        <ComboBox
          label={`Source field for ${name}`}
          value={sourcePath}
          onChange={(path) => (path === null ? undefined : onSource(path))}
          options={options}
          placeholder="Choose a field"
        />
      )}
      {field.choices.length > 0 && !isReadOnly ? (
        <Select
          label={`Fixed value for ${name}`}
          value={field.choices.some(({ value }) => value === expression) ? expression : null}
          onChange={onExpression}
          options={field.choices}
          placeholder="One of its values"
        />
      ) : null}
      <ValueField
        label={`Formula or fixed value for ${name}`}
        value={expression}
        onChange={onExpression}
        stepId={getFieldStepId(field)}
        hint={
          field.list === null
            ? 'Type $ for the fields of the record.'
            : 'Type $ for the fields of the list’s entry ($Entry) and of the record ($Item).'
        }
        isRequired={field.isRequired}
        isReadOnly={isReadOnly}
      />
      {expression === '' ? null : <EmptyChoice field={field} handling={handling} isReadOnly={isReadOnly} onChange={onHandling} />}
      <Inline>
        <Button size="dense" onPress={onClose}>
          Done
        </Button>
      </Inline>
    </>
  );
}

export function useSourceOptions(sources: readonly MappingField[]): SelectOption[] {
  return useMemo(
    () => sources.map((field) => ({ value: field.path, label: fullTitle(field), detail: typeWord(field), keywords: field.path })),
    [sources],
  );
}
