import { useEffect, useState } from 'react';

const REFRESH_MS = 30_000;

/** The current time, updated twice a minute, so that previews of future times stay correct while shown. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
