import { useHost } from '@portage/area-kit/base';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

export type FoundRecords = CallResponse<Calls, 'GET /api/search'>;

/** After this pause in typing, the search asks the server. */
const TYPING_PAUSE_MS = 150;

/** The server's results for a text, a moment after the last key. @param text null: no request is made. */
export function useFoundRecords(text: string | null, isAdmin: boolean) {
  const { api } = useHost();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const answer = useQuery({
    queryKey: ['command-menu', asked, isAdmin],
    queryFn: ({ signal }) => api('GET /api/search', { query: { text: asked ?? '', ...(isAdmin ? { isAdmin } : {}) } }, { signal }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // The next visit acts on what it finds then: a workflow may have been activated since.
    gcTime: 0,
    retry: false,
  });
  const isCurrent = asked === text && !answer.isPlaceholderData;
  return {
    found: text === null ? undefined : answer.data,
    error: answer.error,
    isSearching: text !== null && (!isCurrent || answer.isPending),
  };
}
