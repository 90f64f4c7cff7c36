import { useEffect, useEffectEvent, useState } from 'react';
import { untilReachable } from '../federation/until-reachable.ts';

const PAUSE_MS = 3_000;
const ANSWER_MS = 5_000;

/** Calls back once Portage responds again, if it isn't responding now. @returns whether it is waiting for that */
export function useOnceReachable(onReachable: () => void): boolean {
  const [isWaiting, setIsWaiting] = useState(false);
  const reached = useEffectEvent(onReachable);
  useEffect(() => {
    const abort = new AbortController();
    const pause = () => {
      setIsWaiting(true);
      return new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
    };
    void untilReachable({ ask: isPortageThere, pause, signal: abort.signal }).then((isBack) => isBack && reached());
    return () => abort.abort();
  }, []);
  return isWaiting;
}

async function isPortageThere(): Promise<boolean> {
  const { status } = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
  return status < 500;
}
