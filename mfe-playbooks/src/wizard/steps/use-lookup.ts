import { useApi } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { withReadableInstants } from './readable-instants.ts';

const QUIET_MS = 250;

export interface LookupField {
  playbookId: string;
  stepId: string;
  fieldName: string;
}

interface LookupOption {
  value: string;
  label: string;
  /** The system's label. */
  name: string;
}

/** The choices of a question, read from the system (API-138). @param search what the person types; empty for the first ones */
export function useLookup({ playbookId, stepId, fieldName }: LookupField, search = '', isEnabled = true) {
  const api = useApi();
  const query = useQuiet(search.trim());
  return useQuery({
    queryKey: ['playbooks', 'lookup', playbookId, stepId, fieldName, query],
    queryFn: ({ signal }) =>
      api(
        'GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}',
        { params: { id: playbookId, stepId, fieldName }, query: query === '' ? {} : { query } },
        { signal },
      ),
    select: ({ lookupOptions }) => lookupOptions.map(({ value, label }) => ({ value, label: withReadableInstants(label), name: label })),
    enabled: isEnabled,
    // The person decides when to ask an unresponsive system again.
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: 30_000,
  });
}

/** Returns a value once it has stopped changing for a while. */
function useQuiet(value: string): string {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return quiet;
}

/** The results of a search: records that the system found, then first records whose name contains the words, also as a date. */
export function foundBy(words: string, found: readonly LookupOption[], first: readonly LookupOption[]): readonly LookupOption[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return found;
  const ids = new Set(found.map(({ value }) => value));
  const shown = first.filter(({ value, label }) => !ids.has(value) && wanted.every((word) => label.toLowerCase().includes(word)));
  return [...found, ...shown];
}
