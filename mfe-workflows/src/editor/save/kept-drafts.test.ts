import { describe, expect, test } from 'vitest';
import { buildDraftKey, draftsLeftBehind, dropDraft, keepDraft } from './kept-drafts.ts';

/** The parts of Web Storage that drafts use. */
function storage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

const owner = { userId: 'u1', workflowId: 'w1' };
const nobody = () => false;

describe('drafts stored in the browser', () => {
  test('are found by the same person in the same workflow, newest first', () => {
    const store = storage();
    keepDraft(store, buildDraftKey(owner, 'a'), { versionId: 'v1', steps: [], at: 1 });
    keepDraft(store, buildDraftKey(owner, 'b'), { versionId: 'v1', steps: [], at: 2 });
    keepDraft(store, buildDraftKey({ ...owner, userId: 'u2' }, 'c'), { versionId: 'v1', steps: [], at: 3 });
    keepDraft(store, buildDraftKey({ ...owner, workflowId: 'w2' }, 'd'), { versionId: 'v1', steps: [], at: 4 });
    expect(draftsLeftBehind(store, owner, 10, nobody).map(({ draft }) => draft.at)).toEqual([2, 1]);
  });

  test('belong to their editor while it is still open', () => {
    const store = storage();
    const key = buildDraftKey(owner, 'a');
    keepDraft(store, key, { versionId: 'v1', steps: [], at: 1 });
    expect(draftsLeftBehind(store, owner, 10, (one) => one === key)).toEqual([]);
    expect(draftsLeftBehind(store, owner, 10, nobody)).toHaveLength(1);
  });

  test('are removed once saved, if too old, or if invalid', () => {
    const store = storage();
    keepDraft(store, buildDraftKey(owner, 'a'), { versionId: 'v1', steps: [], at: 0 });
    store.setItem(buildDraftKey(owner, 'b'), '{"steps":');
    store.setItem(buildDraftKey(owner, 'c'), 'null');
    expect(draftsLeftBehind(store, owner, 31 * 86_400_000, nobody)).toEqual([]);
    expect(store.length).toBe(0);
    keepDraft(store, buildDraftKey(owner, 'a'), { versionId: 'v1', steps: [], at: 0 });
    dropDraft(store, buildDraftKey(owner, 'a'));
    expect(store.length).toBe(0);
  });

  test('are not stored if the browser is out of space, and nothing breaks', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    } as Storage;
    expect(() => keepDraft(full, 'k', { versionId: 'v', steps: [], at: 0 })).not.toThrow();
  });
});
