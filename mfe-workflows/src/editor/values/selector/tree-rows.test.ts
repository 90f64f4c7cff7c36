import { describe, expect, test } from 'vitest';
import { foundRows, ROWS_AT_ONCE, type TreeGroup, treeRows } from './tree-rows.ts';

const groups: TreeGroup[] = [
  {
    id: 'step start',
    label: 'start',
    roots: [
      {
        root: 'Steps',
        keys: ['start', 'Payload'],
        label: 'Payload',
        sample: { value: { id: 1, address: { city: 'Oslo' }, constructor: 1 } },
      },
    ],
  },
  {
    id: 'step list',
    label: 'list',
    roots: [
      { root: 'Steps', keys: ['list', 'Response'], label: 'Response', sample: { value: Array.from({ length: 250 }, (_, index) => index) } },
    ],
  },
];
const open = (...ids: string[]) => ({ isExpanded: (id: string) => ids.includes(id), rowsOf: () => ROWS_AT_ONCE });
const labels = (rows: ReturnType<typeof treeRows>) =>
  rows.map((row) => ('label' in row ? row.label : row.kind === 'group' ? row.group.label : `${row.hidden} more`));

describe('treeRows', () => {
  test('shows the members of open rows only', () => {
    expect(labels(treeRows(groups, open()))).toEqual(['start', 'list']);
    expect(labels(treeRows(groups, open('step start', 'Steps["start"].Payload')))).toEqual(['start', 'Payload', 'id', 'address', 'list']);
  });

  test('leaves out members that expressions refuse', () => {
    expect(labels(treeRows(groups, open('step start', 'Steps["start"].Payload')))).not.toContain('constructor');
  });

  test('shows long lists in parts', () => {
    const rows = treeRows(groups, open('step list', 'Steps["list"].Response'));
    expect(rows).toHaveLength(2 + 1 + ROWS_AT_ONCE + 1);
    expect(labels(rows).at(-1)).toBe('150 more');
  });
});

describe('foundRows', () => {
  test('finds paths by the name of their last part, however deep', () => {
    expect(labels(foundRows(groups, 'CITY', open()))).toEqual(['start', 'Payload.address.city']);
  });

  test('shows a step whose name matches as a whole', () => {
    expect(labels(foundRows(groups, 'list', open('step list')))).toEqual(['list', 'Response']);
  });

  test('finds nothing in an empty tree', () => {
    expect(foundRows(groups, 'nothing', open())).toEqual([]);
  });
});
