import type { QueryClient } from '@tanstack/react-query';

/**
 * Reloads every list of connectors after one was made, changed or deleted (spec CONN-51), including the editor's lists. Lists of other
 * pages are dropped: a page that a person returns to would show its old list first, without the new connector.
 *
 * @param deletedId a deleted connector's: the page that still shows it for a moment doesn't reload it
 */
export async function forgetConnectors(queryClient: QueryClient, deletedId?: string): Promise<void> {
  queryClient.removeQueries({ queryKey: ['connectors'], type: 'inactive' });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['connectors'], predicate: ({ queryKey }) => !queryKey.includes(deletedId) }),
    queryClient.invalidateQueries({ queryKey: ['connector-schemas', 'connectors'] }),
  ]);
}
