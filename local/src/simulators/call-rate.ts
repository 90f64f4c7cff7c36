import type { SimulatorPorts } from './simulated-system.ts';

interface Rate {
  /** Calls, or points, that may arrive at once. */
  burst: number;
  perSecond: number;
}

/** Limits how often a system may be called: a bucket of calls, or of points that they cost, that refills. */
export function callRate({ burst, perSecond }: Rate, { now, isUnlimited }: Pick<SimulatorPorts, 'now' | 'isUnlimited'>) {
  let available = burst;
  let countedAtMs = now();
  function left(): number {
    const nowMs = now();
    available = Math.min(burst, available + ((nowMs - countedAtMs) / 1_000) * perSecond);
    countedAtMs = nowMs;
    return Math.floor(available);
  }
  return {
    /** @returns whole seconds to wait; 0: the call may be made */
    take(points = 1): number {
      left();
      if (isUnlimited?.()) return 0;
      if (available < points) return Math.max(1, Math.ceil((points - available) / perSecond));
      available -= points;
      return 0;
    },
    giveBack(points: number): void {
      available += points;
    },
    left,
    headers: (): Record<string, string> => ({ 'x-ratelimit-limit': String(burst), 'x-ratelimit-remaining': String(left()) }),
  };
}
