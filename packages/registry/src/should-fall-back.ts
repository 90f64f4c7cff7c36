/** People who count: those whose reports about a version are trusted (docs/deployments.md). */
export interface FailureCounts {
  /** For whom the version failed, each counted once. */
  failedUsers: number;
  /** Who began to load it, whatever the outcome. */
  loadedUsers: number;
  /** Who used the area recently and should get this version. */
  expectedUsers: number;
}

export interface FallBackSettings {
  /** Fewer people than this never bring a version down. */
  minUsers: number;
  /** Nor does a smaller share of those who loaded it, 0 to 1. */
  shareOfLoaded: number;
  /** Nor does a smaller share of those who should get it, 0 to 1: the first few in a morning don't decide for thousands. */
  shareOfExpected: number;
}

export const FALL_BACK_DEFAULTS: FallBackSettings = { minUsers: 3, shareOfLoaded: 0.5, shareOfExpected: 0.1 };

/** Whether a version fails for so many people that it should go. */
export function shouldFallBack(
  { failedUsers, loadedUsers, expectedUsers }: FailureCounts,
  { minUsers, shareOfLoaded, shareOfExpected }: FallBackSettings = FALL_BACK_DEFAULTS,
): boolean {
  return failedUsers >= Math.max(1, minUsers, shareOfLoaded * loadedUsers, shareOfExpected * expectedUsers);
}
