/** Mapping paths that name no field (docs/sync.md). */

/** Mappings below this prefix are only compared with, not written. */
export const MATCH_PREFIX = 'match.';

/** A mapping for this path gives the reason to skip the record. */
export const LEAVE_OUT_PATH = `${MATCH_PREFIX}leaveOut`;

/** A mapping for this path gives the reason why the record isn't offered: it's skipped, and archived if it was written before. */
export const TAKE_OFF_PATH = `${MATCH_PREFIX}takeOff`;

/** Mappings that are rules about the record, not fields. */
export const RULE_PATHS: readonly string[] = [LEAVE_OUT_PATH, TAKE_OFF_PATH];

/** `body.lines[+]` adds an entry to `body.lines`. Its expression gives `$Entry`; without a value there is no entry. */
export const EXTRA_ENTRY = '[+]';
