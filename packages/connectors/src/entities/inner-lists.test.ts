import { describe, expect, test } from 'vitest';
import { unreadLists, withWholeList } from './inner-lists.ts';

const lines = { path: 'lines.nodes', morePath: 'lines.more', operation: 'GET /lines', values: {}, quoting: 'backslash' } as const;
const entity = { idPath: 'id', innerLists: [lines] };

describe('lists within a record', () => {
  test('are unread if the record has more entries than it includes and its id is known', () => {
    expect(unreadLists(entity, { id: 7, lines: { nodes: [1], more: true } })).toEqual([{ list: lines, id: '7' }]);
    expect(unreadLists(entity, { id: 7, lines: { nodes: [1], more: false } })).toEqual([]);
    expect(unreadLists(entity, { lines: { nodes: [1], more: true } })).toEqual([]);
    expect(unreadLists({ idPath: 'id' }, { id: 7, lines: { nodes: [1], more: true } })).toEqual([]);
  });

  test('are replaced as a whole, and nothing else in the record changes', () => {
    const record = { id: 7, lines: { nodes: [1], more: true } };
    expect(withWholeList(record, lines, [1, 2])).toEqual({ id: 7, lines: { nodes: [1, 2], more: true } });
    expect(record.lines.nodes).toEqual([1]);
    expect(withWholeList({ 'line.items': [1] }, { path: '["line.items"]' }, [1, 2])).toEqual({ 'line.items': [1, 2] });
  });
});
