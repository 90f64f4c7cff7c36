/**
 * One opening of the editor, as the server knows it. Save numbers distinguish a save whose response was lost from a late one: a save after
 * the newest one of the same editor isn't a conflict.
 */
export interface EditorIdentity {
  sessionId: string;
  /** The last one sent. */
  saveNumber: number;
}

/** A closed editor may have sent saves after it stored its draft. */
const UNKNOWN_SAVES = 10;

export function newIdentity(sessionId: string): EditorIdentity {
  return { sessionId, saveNumber: 0 };
}

/** The identity for an editor that restores a draft: saves of the editor that stored it don't conflict with it. */
export function continuedIdentity({ sessionId, saveNumber }: EditorIdentity): EditorIdentity {
  return { sessionId, saveNumber: saveNumber + UNKNOWN_SAVES };
}
