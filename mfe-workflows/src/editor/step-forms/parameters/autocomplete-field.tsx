import { getErrorMessage, MIN_SEARCH_LENGTH } from '@portage/contracts';
import { ComboBox } from '@portage/ui';
import { useEffect, useMemo, useState } from 'react';
import { withSetChoice } from '../connector-choice/connector-choices.ts';
import { useConnectorQuery } from '../connector-choice/connector-source.tsx';
import { keepChoiceName, readChoiceName } from './kept-choice-names.ts';
import { literalText, literalValue } from './literal-text.ts';
import { useDependencies } from './lookup-dependencies.ts';
import { type ChoiceFieldProps, RetryButton } from './lookup-field.tsx';
import { useMapping } from './mapping-context.tsx';

const QUIET_MS = 250;

/** A value found by typing at least three characters (spec STEP-46, API-86). */
export function AutocompleteField({ node, path, value, onChange, errorMessage, ...field }: ChoiceFieldProps) {
  const { place, isReadOnly } = useMapping();
  const { lookupParameters, waitsFor } = useDependencies(node);
  const [typed, setTyped] = useState('');
  const searchValue = useQuiet(typed.trim(), QUIET_MS);
  const searchField = node.autocompleteSettings?.searchField ?? 'name';
  const known = useMemo(() => readChoiceName(localStorage, place.connectorId, path, value), [place.connectorId, path, value]);
  const isLongEnough = [...searchValue].length >= MIN_SEARCH_LENGTH;
  const asks = waitsFor === null && isLongEnough && searchValue !== known;
  const query = useConnectorQuery(asks ? ['autocomplete', place, path, lookupParameters, searchField, searchValue] : null, (source) =>
    source.findAutocompleteOptions({ ...place, parameterPath: path, lookupParameters, searchField, searchValue }),
  );
  const { choices = [], isCut = false } = (asks ? query.data : null) ?? {};
  const options = choices.map(({ id, name }) => ({ value: literalText(id), label: name }));
  const problem = asks && query.error ? getErrorMessage(query.error) : undefined;
  const isSearching = query.isFetching || typed.trim() !== searchValue;

  function choose(text: string | null): void {
    const name = options.find((option) => option.value === text)?.label;
    if (text !== null && name !== undefined) keepChoiceName(localStorage, place.connectorId, path, text, name);
    onChange(text ?? '');
  }

  return (
    <>
      <ComboBox
        {...field}
        hint={waitsFor ?? (isCut ? `Only the first ${choices.length} results are listed. Type more letters.` : field.hint)}
        value={value === '' ? null : value}
        onChange={choose}
        onSearch={setTyped}
        options={withSetChoice(options, value, known ?? literalValue(value) ?? value)}
        isFilteredByServer
        emptyText={!isLongEnough ? `Type at least ${MIN_SEARCH_LENGTH} characters` : isSearching ? 'Searching…' : 'No results'}
        placeholder={`Search by ${searchField}`}
        isDisabled={isReadOnly || waitsFor !== null}
        errorMessage={errorMessage ?? problem}
      />
      {problem ? <RetryButton what={`search for ${field.label}`} query={query} /> : null}
    </>
  );
}

/** Returns a value once it has stopped changing for a while. */
function useQuiet(value: string, quietMs: number): string {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return quiet;
}
