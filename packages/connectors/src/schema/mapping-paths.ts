/** Paths of mappings that name no field (docs/sync.md). */

/** A mapping below this prefix is only compared with; it is not written. */
export const MATCH_PREFIX = 'match.';

/** A mapping for this path gives the reason to leave the record out. */
export const LEAVE_OUT_PATH = `${MATCH_PREFIX}leaveOut`;

/** `body.lines[+]` is one entry more of `body.lines`; its expression gives `$Entry`, and no value means no entry. */
export const EXTRA_ENTRY = '[+]';
