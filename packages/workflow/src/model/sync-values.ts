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
