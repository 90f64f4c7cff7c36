/** The closed lists of a sync. No schema library here: pages import this file. */

/** Which of the two systems is read (spec INT-02, PB-19). */
export const syncDirections = ['SourceToTarget', 'TargetToSource'] as const;
export type SyncDirection = (typeof syncDirections)[number];

/** How the last sync of an item went, in the order of the filter (spec INT-15). */
export const syncItemStatuses = ['InProgress', 'Success', 'Error', 'Skipped'] as const;
export type SyncItemStatus = (typeof syncItemStatuses)[number];

/** Whose change counts where a record changed on both sides since the last sync. */
export const conflictRules = ['SourceWins', 'TargetWins', 'NewerWins', 'Ask'] as const;
export type ConflictRule = (typeof conflictRules)[number];

/** What a mapping does where the source has no value: leave the target's value, clear it, or write the mapping's default value. */
export const emptyRules = ['Leave', 'Clear', 'Default'] as const;
export type EmptyRule = (typeof emptyRules)[number];

/** What a mapping says of an empty value of the source; absent: it leaves the target's value. */
export interface EmptyHandling {
  whenEmpty?: EmptyRule | undefined;
  /** An expression, for `Default`. If it is empty too, the target's value stays. */
  defaultValue?: string | undefined;
}
