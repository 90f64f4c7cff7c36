import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, ComboBox, Stack } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { nameOfUnlisted } from './unlisted-choice.ts';
import { foundBy, type LookupField, useLookup } from './use-lookup.ts';

export interface LookupChoiceProps {
  place: LookupField;
  label: string;
  hint: ReactNode;
  isRequired: boolean;
  value: string;
  /** The system's name of the choice when it was made. */
  chosenName: string | undefined;
  onChange: (value: string | null, name: string | null) => void;
  /** The only record, which the person did not choose. */
  onOnlyChoice: (value: string, name: string) => void;
  errorMessage: string | undefined;
  /** Why there is nothing to choose from yet; null if there is. */
  waitsFor?: string | null;
}

/** One of the system's records, found by typing. A system that doesn't respond is named, and can be asked again. */
export function LookupChoice(props: LookupChoiceProps) {
  const { place, label, hint, isRequired, value, chosenName, onChange, onOnlyChoice, errorMessage, waitsFor = null } = props;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  // The newest name while the page is open; the step stores the name at the time of the choice.
  const nameKey = ['playbooks', 'lookup-names', place.playbookId, place.fieldName];
  const names = queryClient.getQueryData<Record<string, string>>(nameKey) ?? {};
  const newestName = names[value];
  const named = (isReading: boolean) => nameOfUnlisted({ value, newestName, chosenName, isReading });
  const lookup = useLookup(place, typed, waitsFor === null);
  const first = useLookup(place, '', waitsFor === null);
  const options = foundBy(typed, lookup.data ?? [], first.data ?? []);
  const listed = options.find((option) => option.value === value);
  const isListed = value === '' || listed !== undefined;
  const remember = ({ value: id, label: text }: { value: string; label: string }) =>
    queryClient.setQueryData(nameKey, { ...names, [id]: text });
  useEffect(() => {
    if (listed && listed.label !== newestName) remember(listed);
  });

  function choose(chosen: string | null): void {
    const found = options.find((option) => option.value === chosen);
    if (found) remember(found);
    // A shown choice can be chosen again while it isn't listed.
    onChange(chosen, found?.name ?? (chosen === value ? chosenName : undefined) ?? null);
  }

  // A single record needs no choosing, like a single connector (spec TPL-25); a person whose focus is in the field chooses by hand.
  const field = useRef<HTMLDivElement>(null);
  const only = isRequired && value === '' && typed === '' && waitsFor === null && options.length === 1 ? options[0] : undefined;
  useEffect(() => {
    if (!only || field.current?.contains(document.activeElement)) return;
    remember(only);
    onOnlyChoice(only.value, only.name);
  });

  return (
    <Stack ref={field} $gap={2}>
      <ComboBox
        label={label}
        hint={waitsFor ?? hint}
        isRequired={isRequired}
        isDisabled={waitsFor !== null}
        value={value === '' ? null : value}
        onChange={choose}
        onSearch={setTyped}
        options={isListed ? options : [{ value, label: named(first.isPending) }, ...options]}
        isFilteredByServer
        placeholder="Search or choose"
        emptyText={lookup.isFetching ? 'Asking the system…' : lookup.error ? 'The system isn’t responding' : 'Nothing found'}
        errorMessage={errorMessage}
      />
      {lookup.error ? (
        <Banner
          tone="danger"
          title={`The choices of ${label} could not be read`}
          action={
            <Button size="dense" aria-label={`Retry: choices of ${label}`} onPress={() => lookup.refetch()}>
              Retry
            </Button>
          }
        >
          {getErrorMessage(lookup.error)}
        </Banner>
      ) : null}
    </Stack>
  );
}
