import { describe, expect, test } from 'vitest';
import { isOutdated, type NewestSave } from './is-outdated.ts';

/** An editor session: the last version it knows, and how many saves it has sent. */
interface Opening {
  editorSessionId: string;
  versionId: string;
  editorSaveNumber: number;
}

const KINDS = ['a', 'b'].flatMap((editor) => [true, false].map((isAnswerLost) => ({ editor, isAnswerLost })));
const LONGEST = 6;

/** Every order of that many saves by two editor sessions, with responses that arrive or are lost. */
const orders = Array.from({ length: KINDS.length ** LONGEST }, (_, which) =>
  Array.from({ length: LONGEST }, (_, at) => KINDS[Math.floor(which / KINDS.length ** at) % KINDS.length] ?? KINDS[0]),
);

describe('whether a save is outdated', () => {
  test('an editor session has no conflict over its own saves, but has one over another session’s', () => {
    for (const order of orders) {
      let newest: NewestSave = { versionId: 'v0', editorSessionId: null, editorSaveNumber: null };
      const openings = new Map<string, Opening>();
      for (const [at, { editor, isAnswerLost } = { editor: 'a', isAnswerLost: false }] of order.entries()) {
        const opening = openings.get(editor) ?? { editorSessionId: editor, versionId: newest.versionId, editorSaveNumber: 0 };
        const save = { ...opening, editorSaveNumber: opening.editorSaveNumber + 1 };
        const isRefused = isOutdated(newest, save);
        expect(isRefused).toBe(opening.versionId !== newest.versionId && newest.editorSessionId !== editor);
        if (!isRefused) newest = { ...save, versionId: `v${at + 1}` };
        // A conflict is always received: the person reloads.
        openings.set(editor, isAnswerLost && !isRefused ? save : { ...save, versionId: newest.versionId });
      }
    }
  });

  test('a late save is outdated, even after a later one from the same session', () => {
    const newest = { versionId: 'v2', editorSessionId: 'a', editorSaveNumber: 2 };
    expect(isOutdated(newest, { versionId: 'v0', editorSessionId: 'a', editorSaveNumber: 1 })).toBe(true);
    expect(isOutdated(newest, { versionId: 'v0', editorSessionId: 'a', editorSaveNumber: 3 })).toBe(false);
  });

  test('a caller who names no version accepts the current one', () => {
    expect(isOutdated({ versionId: 'v1', editorSessionId: 'a', editorSaveNumber: 1 }, {})).toBe(false);
  });
});
