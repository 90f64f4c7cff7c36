/**
 * One opening of the editor, as the server knows it. Numbers of saves tell a save whose answer was lost from one that is late:
 * a save after the newest one of the same editor is not a conflict.
 */
export interface EditorIdentity {
  sessionId: string;
  /** Number of the last save that was sent. */
  saveNumber: number;
}

/** A closed editor may have sent a save after it kept its draft. */
const UNKNOWN_SAVES = 10;

export function newIdentity(sessionId: string): EditorIdentity {
  return { sessionId, saveNumber: 0 };
}

/** The editor that kept a draft continues in this one: its saves are no conflict with the draft. */
export function continuedIdentity({ sessionId, saveNumber }: EditorIdentity): EditorIdentity {
  return { sessionId, saveNumber: saveNumber + UNKNOWN_SAVES };
}
