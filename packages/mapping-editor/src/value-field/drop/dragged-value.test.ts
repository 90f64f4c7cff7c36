import { expect, test } from 'vitest';
import { bringsValue, broughtValue, carryValue } from './dragged-value.ts';

function transfer() {
  const data = new Map<string, string>();
  return {
    get types() {
      return [...data.keys()];
    },
    effectAllowed: 'none',
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  };
}

test('a path travels with a drag next to its text, and data from other programs is not a path', () => {
  const carried = transfer();
  carryValue(carried as unknown as DataTransfer, 'Steps', ['order', 'lines', 0], 'Steps["order"].lines[0]');
  expect(bringsValue(carried)).toBe(true);
  expect(broughtValue(carried)).toEqual({ root: 'Steps', keys: ['order', 'lines', 0] });
  expect(carried.getData('text/plain')).toBe('Steps["order"].lines[0]');

  const foreign = transfer();
  foreign.setData('text/plain', 'hello');
  expect([bringsValue(foreign), broughtValue(foreign)]).toEqual([false, null]);
  for (const text of ['{', '7', '{"root":"window","keys":[]}', '{"root":"Steps","keys":[{}]}', '{"root":"Steps"}']) {
    const odd = transfer();
    odd.setData('application/x-portage-value', text);
    expect(broughtValue(odd), text).toBeNull();
  }
});
