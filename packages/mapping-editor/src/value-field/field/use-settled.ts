import { useEffect, useState } from 'react';

const SETTLE_MS = 700;

/** False while the person types: half a reference isn't a mistake yet. */
export function useSettled(text: string, isFocused: boolean): boolean {
  const [settledText, setSettledText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return !isFocused || settledText === text;
}
