import { describe, expect, it } from 'vitest';
import { keep, readKept } from './kept-json.ts';

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

describe('what pages keep', () => {
  it('comes back as it was, and is null where nothing or something unreadable is kept', () => {
    const kept = storage();
    expect(readKept(kept, 'key')).toBeNull();
    keep(kept, 'key', { a: [1, 'two'] });
    expect(readKept(kept, 'key')).toEqual({ a: [1, 'two'] });
    kept.setItem('key', '{');
    expect(readKept(kept, 'key')).toBeNull();
  });

  it('is not kept by a full storage, and the page goes on', () => {
    const full = { ...storage(), getItem: () => '"before"' };
    full.setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    keep(full, 'key', 'now');
    expect(readKept(full, 'key')).toBe('before');
  });
});
