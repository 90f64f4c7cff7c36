/** Paths of mappings that name no field (docs/sync.md). */

/** A mapping below this prefix is only compared with; it is not written. */
export const MATCH_PREFIX = 'match.';

/** A mapping for this path gives the reason to leave the record out. */
export const LEAVE_OUT_PATH = `${MATCH_PREFIX}leaveOut`;

/** A mapping for this path gives the reason why the record isn't offered: it is left out, and archived where it was written before. */
export const TAKE_OFF_PATH = `${MATCH_PREFIX}takeOff`;

/** Mappings that are rules about the record, and no fields. */
export const RULE_PATHS: readonly string[] = [LEAVE_OUT_PATH, TAKE_OFF_PATH];

/** `body.lines[+]` is one entry more of `body.lines`; its expression gives `$Entry`, and no value means no entry. */
export const EXTRA_ENTRY = '[+]';
