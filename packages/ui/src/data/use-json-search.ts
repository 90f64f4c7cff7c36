import { useCallback, useEffect, useRef, useState } from 'react';
import { type JsonMatch, MOST_MATCHES, searchJson } from './json-search.ts';

/** How long a slice of the search may block the page. */
const SLICE_MS = 12;
const REST_MS = 120;

export interface JsonSearch {
  wanted: string;
  matches: readonly JsonMatch[];
  isLooking: boolean;
  isMore: boolean;
  look: (text: string) => void;
}

/** Searches a value in slices, so that typing and scrolling continue. */
export function useJsonSearch(value: unknown): JsonSearch {
  const [state, setState] = useState({ wanted: '', matches: [] as readonly JsonMatch[], isLooking: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const look = useCallback(
    (wanted: string) => {
      clearTimeout(timer.current);
      setState({ wanted, matches: [], isLooking: wanted !== '' });
      if (wanted === '') return;
      const found: JsonMatch[] = [];
      const search = searchJson(value, wanted, found);
      const slice = () => {
        const endMs = performance.now() + SLICE_MS;
        let isDone = false;
        while (!isDone && performance.now() < endMs) isDone = search.next().done === true;
        if (isDone) setState({ wanted, matches: found, isLooking: false });
        else timer.current = setTimeout(slice, 0);
      };
      timer.current = setTimeout(slice, REST_MS);
    },
    [value],
  );
  return { ...state, isMore: state.matches.length >= MOST_MATCHES, look };
}
