export interface FailureCounts {
  /** People for whom the version failed, each counted once. */
  failedUsers: number;
  /** People for whom it only ever worked. */
  shownUsers: number;
}

export interface FallBackSettings {
  /** Fewer people than this never bring a version down. */
  minUsers: number;
  /** Nor a smaller part of those who were heard of, 0 to 1. */
  share: number;
}

export const FALL_BACK_DEFAULTS: FallBackSettings = { minUsers: 3, share: 0.5 };

/** Whether a version fails for so many people that it should go. */
export function shouldFallBack(
  { failedUsers, shownUsers }: FailureCounts,
  { minUsers, share }: FallBackSettings = FALL_BACK_DEFAULTS,
): boolean {
  return failedUsers >= Math.max(1, minUsers) && failedUsers >= share * (failedUsers + shownUsers);
}
