import type { SimulatorPorts } from '../simulated-system.ts';

/** Points that refill, as Shopify counts calls. */
export interface CostBucket {
  /** Takes the points. @returns false if there aren't enough */
  take(points: number): boolean;
  giveBack(points: number): void;
  status(): { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
}

export function createCostBucket(
  { maximumAvailable = 2_000, restoreRate = 100 },
  { now, isUnlimited }: Pick<SimulatorPorts, 'now' | 'isUnlimited'>,
): CostBucket {
  let available = maximumAvailable;
  let countedAtMs = now();
  const refill = () => {
    const nowMs = now();
    available = Math.min(maximumAvailable, available + ((nowMs - countedAtMs) / 1_000) * restoreRate);
    countedAtMs = nowMs;
  };
  return {
    take(points) {
      if (isUnlimited?.()) return true;
      refill();
      if (points > available) return false;
      available -= points;
      return true;
    },
    giveBack(points) {
      available = Math.min(maximumAvailable, available + points);
    },
    status() {
      refill();
      return { maximumAvailable, currentlyAvailable: Math.floor(available), restoreRate };
    },
  };
}
