import { describe, expect, test } from 'vitest';
import { markCreated, readCreated } from './created-workflow-marker.ts';

/** The parts of Web Storage that the marker uses. */
function storage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage;
}

describe('the created-workflow marker', () => {
  test('lives for 20 seconds (WFL-44)', () => {
    const store = storage();
    markCreated(store, 'workflow-1', 1_000);
    expect(readCreated(store, 20_999)).toBe('workflow-1');
    expect(readCreated(store, 21_000)).toBeNull();
  });

  test('is omitted if the browser is out of space: the workflow exists anyway', () => {
    const full = storage();
    full.setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    markCreated(full, 'workflow-1', 0);
    expect(readCreated(full, 0)).toBeNull();
  });

  test('is absent if nothing, or something else, is stored', () => {
    const store = storage();
    expect(readCreated(store, 0)).toBeNull();
    for (const text of ['{', '1', '{"workflowId":3,"until":9}']) {
      store.setItem('portage:created-workflow', text);
      expect(readCreated(store, 0)).toBeNull();
    }
  });
});
