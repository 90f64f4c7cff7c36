import { useEffect, useState } from 'react';

const REFRESH_MS = 30_000;

/** The present, looked at again now and then: previews of times to come stay true while they are looked at. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
