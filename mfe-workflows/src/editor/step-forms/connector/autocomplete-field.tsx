import { messageOf } from '@portage/contracts';
import { ComboBox } from '@portage/ui';
import { useEffect, useState } from 'react';
import { withSetChoice } from './connector-choices.ts';
import { useConnectorQuery } from './connector-source.tsx';
import { literalText } from './literal-text.ts';
import type { ChoiceFieldProps } from './lookup-field.tsx';
import { useMapping } from './mapping-context.tsx';

/** Spec STEP-46. */
const MIN_SEARCH_LENGTH = 3;
const QUIET_MS = 250;

/** A value found by typing at least three characters (spec STEP-46, API-86). */
export function AutocompleteField({ node, path, value, onChange, errorMessage, ...field }: ChoiceFieldProps) {
  const { connectorId, isReadOnly } = useMapping();
  const [typed, setTyped] = useState('');
  const searchValue = useQuiet(typed.trim(), QUIET_MS);
  const searchField = node.autocompleteSettings?.searchField ?? 'name';
  const isLongEnough = searchValue.length >= MIN_SEARCH_LENGTH;
  const query = useConnectorQuery(isLongEnough ? ['autocomplete', connectorId, path, searchField, searchValue] : null, (source) =>
    source.findAutocompleteOptions({ connectorId, parameterPath: path, searchField, searchValue }),
  );
  const options = (query.data ?? []).map(({ id, name }) => ({ value: literalText(id), label: name }));
  return (
    <ComboBox
      {...field}
      value={value === '' ? null : value}
      onChange={(text) => onChange(text ?? '')}
      onSearch={setTyped}
      options={withSetChoice(options, value, value)}
      isFilteredByServer
      emptyText={isLongEnough ? (query.isFetching ? 'Searching…' : 'No results') : 'Type at least 3 characters'}
      placeholder="Type to search"
      isDisabled={isReadOnly}
      errorMessage={errorMessage ?? (query.error ? messageOf(query.error) : undefined)}
    />
  );
}

/** A value once it has not changed for a while. */
function useQuiet(value: string, quietMs: number): string {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return quiet;
}
