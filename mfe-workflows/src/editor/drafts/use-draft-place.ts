import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const PARAMETER = 'draft';

/** Whether the editor shows the draft of an active workflow. Stored in the address, so that it survives a reload. */
export function useDraftParam() {
  const [search, setSearch] = useSearchParams();
  /** Replaces the history entry: going back would leave the draft without its last save. */
  const enter = useCallback(
    () =>
      setSearch(
        (previous) => {
          const params = new URLSearchParams(previous);
          params.set(PARAMETER, '1');
          params.delete('tab');
          return params;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const leave = useCallback(
    () =>
      setSearch(
        (previous) => {
          const params = new URLSearchParams(previous);
          params.delete(PARAMETER);
          return params;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { isDraft: search.has(PARAMETER), enter, leave };
}
