/**
 * One opening of the editor, as the server knows it. Numbers of saves tell a save whose answer was lost from one that is late:
 * what comes after the newest save of the same editor is no conflict.
 */
export interface EditorIdentity {
  sessionId: string;
  /** Of the save that was sent last. */
  saveNumber: number;
}

/** A closed editor may have sent a save after it kept its draft. */
const UNKNOWN_SAVES = 10;

export function newIdentity(sessionId: string): EditorIdentity {
  return { sessionId, saveNumber: 0 };
}

/** The editor that kept a draft goes on in this one: what it has saved is no conflict with the draft. */
export function continuedIdentity({ sessionId, saveNumber }: EditorIdentity): EditorIdentity {
  return { sessionId, saveNumber: saveNumber + UNKNOWN_SAVES };
}
