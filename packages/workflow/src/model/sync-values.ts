/** The closed lists of a sync. No schema library here: pages import this file. */

/** Which of the two systems is read (spec INT-02, PB-19). */
export const syncDirections = ['SourceToTarget', 'TargetToSource'] as const;
export type SyncDirection = (typeof syncDirections)[number];

/** The result of an item's last sync, in the order of the filter (spec INT-15). */
export const syncItemStatuses = ['InProgress', 'Success', 'Error', 'Skipped'] as const;
export type SyncItemStatus = (typeof syncItemStatuses)[number];

/** Which side wins if a record changed on both sides since the last sync. */
export const conflictRules = ['SourceWins', 'TargetWins', 'NewerWins', 'Ask'] as const;
export type ConflictRule = (typeof conflictRules)[number];

/** What a mapping does if the source has no value: leave the target's value, clear it, or write the mapping's default value. */
export const emptyRules = ['Leave', 'Clear', 'Default'] as const;
export type EmptyRule = (typeof emptyRules)[number];

/** How a mapping handles an empty source value; absent: it leaves the target's value. */
export interface EmptyHandling {
  whenEmpty?: EmptyRule | undefined;
  /** An expression, for `Default`. If its value is also empty, the target's value stays. */
  defaultValue?: string | undefined;
}
