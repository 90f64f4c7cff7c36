import { describe, expect, test } from 'vitest';
import { keepView, readStoredView, viewToBeginWith } from './kept-views.ts';

function memoryStorage(): Storage {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  } as unknown as Storage;
}

const view = (zoom: number) => ({ offset: { x: 12, y: -30 }, zoom });

describe('the position of the canvas on this device', () => {
  test('is stored per workflow, only the last one', () => {
    const storage = memoryStorage();
    keepView(storage, 'a', view(0.3));
    keepView(storage, 'b', view(1));
    keepView(storage, 'a', view(0.6));
    expect(readStoredView(storage, 'a')).toEqual(view(0.6));
    expect(readStoredView(storage, 'b')).toEqual(view(1));
    expect(readStoredView(storage, 'c')).toBeNull();
  });

  test('is removed for the workflows that were moved longest ago', () => {
    const storage = memoryStorage();
    for (let at = 0; at <= 100; at += 1) keepView(storage, `workflow ${at}`, view(1));
    expect(readStoredView(storage, 'workflow 0')).toBeNull();
    expect(readStoredView(storage, 'workflow 1')).toEqual(view(1));
  });

  test.each(['no JSON', '{}', '[["a", null]]', '[["a", {"offset": {"x": "1", "y": 2}, "zoom": 1}]]'])(
    'an unreadable stored text (%s) is ignored and overwritten',
    (text) => {
      const storage = memoryStorage();
      storage.setItem('portage:views', text);
      expect(readStoredView(storage, 'a')).toBeNull();
      keepView(storage, 'a', view(1));
      expect(readStoredView(storage, 'a')).toEqual(view(1));
    },
  );

  test('takes precedence over what another device saved, whose overview is ignored', () => {
    expect(viewToBeginWith(view(0.3), view(1))).toEqual(view(0.3));
    expect(viewToBeginWith(null, view(0.8))).toEqual(view(0.8));
    expect(viewToBeginWith(null, view(0.3))).toBeNull();
    expect(viewToBeginWith(null, null)).toBeNull();
  });
});
