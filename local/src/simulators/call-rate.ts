import type { SimulatorPorts } from './simulated-system.ts';

interface Rate {
  /** Calls that may arrive at once. */
  burst: number;
  perSecond: number;
}

/** Limits how often a system may be called: a bucket of calls that refills. */
export function callRate({ burst, perSecond }: Rate, { now, isUnlimited }: Pick<SimulatorPorts, 'now' | 'isUnlimited'>) {
  let left = burst;
  let atMs = now();
  return {
    /** @returns whole seconds to wait; 0: the call may be made */
    take(): number {
      if (isUnlimited?.()) return 0;
      const nowMs = now();
      left = Math.min(burst, left + ((nowMs - atMs) / 1_000) * perSecond);
      atMs = nowMs;
      if (left < 1) return Math.max(1, Math.ceil((1 - left) / perSecond));
      left -= 1;
      return 0;
    },
    headers: (): Record<string, string> => ({ 'x-ratelimit-limit': String(burst), 'x-ratelimit-remaining': String(Math.floor(left)) }),
  };
}
