import { describe, expect, test } from 'vitest';
import { keep, readStoredJson } from './kept-json.ts';

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

describe('stored page state', () => {
  test('is restored unchanged, and null if missing or unreadable', () => {
    const kept = storage();
    expect(readStoredJson(kept, 'key')).toBeNull();
    keep(kept, 'key', { a: [1, 'two'] });
    expect(readStoredJson(kept, 'key')).toEqual({ a: [1, 'two'] });
    kept.setItem('key', '{');
    expect(readStoredJson(kept, 'key')).toBeNull();
  });

  test('is not written to a full storage, and the page continues', () => {
    const full = { ...storage(), getItem: () => '"before"' };
    full.setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    keep(full, 'key', 'now');
    expect(readStoredJson(full, 'key')).toBe('before');
  });
});
