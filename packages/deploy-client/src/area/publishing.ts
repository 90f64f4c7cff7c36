/** Why something is changed: recorded in the history and the audit log. */
export interface ChangeReason {
  note?: string;
  /** Why it can't wait for the end of a freeze. */
  overrideFreeze?: string;
}

/** A note for a change that is stored but not yet visible to browsers; empty if they see it. */
export function publishing({ isPublished }: { isPublished: boolean }): string {
  return isPublished ? '' : '  The registry cannot be written right now: browsers get it as soon as that is over.';
}
