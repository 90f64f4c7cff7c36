import { type Client, MASKED_SECRET } from '@portage/contracts';
import type { Calls, Variable } from '@portage/contracts/calls';
import { queryOptions } from '@tanstack/react-query';

export const VARIABLES = ['variables'] as const;

const STALE_MS = 15_000;

/** The person's variables, by name. */
export function variablesQuery(api: Client<Calls>) {
  return queryOptions({
    queryKey: VARIABLES,
    queryFn: ({ signal }) => api('GET /api/variables', {}, { signal }),
    staleTime: STALE_MS,
  });
}

/** The variables as the editor's samples: a secret is masked. */
export function sampleVariables({ variables }: { variables: readonly Variable[] }): Readonly<Record<string, unknown>> {
  return Object.fromEntries(variables.map(({ name, isSecret, value }) => [name, isSecret ? MASKED_SECRET : value]));
}
