export interface NewestSave {
  versionId: string;
  editorSessionId: string | null;
  editorSaveNumber: number | null;
}

interface Save {
  versionId?: string | undefined;
  editorSessionId?: string | undefined;
  editorSaveNumber?: number | undefined;
}

/**
 * Whether another save came in between. An earlier save by the same editor doesn't count: its response was lost, and this one includes
 * its changes.
 */
export function isOutdated(newest: NewestSave, { versionId, editorSessionId, editorSaveNumber }: Save): boolean {
  if (versionId === undefined || versionId === newest.versionId) return false;
  const isSameEditor = editorSessionId !== undefined && editorSessionId === newest.editorSessionId;
  return !(isSameEditor && editorSaveNumber !== undefined && editorSaveNumber > (newest.editorSaveNumber ?? editorSaveNumber));
}

/** A save's editor in the database's form. */
export function toEditor(sessionId: string, { isAutosave = false, editorSaveNumber }: Save & { isAutosave?: boolean | undefined }) {
  return { sessionId, isAutosave, ...(editorSaveNumber === undefined ? {} : { saveNumber: editorSaveNumber }) };
}
