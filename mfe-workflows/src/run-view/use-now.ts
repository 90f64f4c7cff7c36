import { useEffect, useState } from 'react';

/** In ms, updated every second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return nowMs;
}
