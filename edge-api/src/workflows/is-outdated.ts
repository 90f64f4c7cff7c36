/** The newest save: which version it made, in which opening of an editor, and the how-manieth of that. */
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
 * Whether another save came between. An earlier save of the same editor does not count: its answer was lost, and this one has what
 * it had.
 */
export function isOutdated(newest: NewestSave, { versionId, editorSessionId, editorSaveNumber }: Save): boolean {
  if (versionId === undefined || versionId === newest.versionId) return false;
  const isSameEditor = editorSessionId !== undefined && editorSessionId === newest.editorSessionId;
  return !(isSameEditor && editorSaveNumber !== undefined && editorSaveNumber > (newest.editorSaveNumber ?? editorSaveNumber));
}

/** The editor of a save as the database has it. */
export function editorOf(sessionId: string, { isAutosave = false, editorSaveNumber }: Save & { isAutosave?: boolean | undefined }) {
  return { sessionId, isAutosave, ...(editorSaveNumber === undefined ? {} : { saveNumber: editorSaveNumber }) };
}
