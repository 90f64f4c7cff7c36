import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Carriage, findCircles } from './circles.ts';

const carriage = (workflowId: string, from: string, to: string): Carriage => {
  const kind = (text: string) => ({ connectorId: text[0] ?? '', entity: text.slice(1) || 'Contacts' });
  return { workflowId, from: kind(from), to: kind(to) };
};
const listWorkflowIds = (circles: Carriage[][]) => circles.map((way) => way.map(({ workflowId }) => workflowId));

describe('circles of syncs', () => {
  test.each([
    ['two systems', [carriage('1', 'A', 'B'), carriage('2', 'B', 'A')], ['1', '2']],
    ['three systems', [carriage('1', 'A', 'B'), carriage('2', 'B', 'C'), carriage('3', 'C', 'A')], ['1', '2', '3']],
    ['different kinds on both sides', [carriage('1', 'ALeads', 'BPeople'), carriage('2', 'BPeople', 'ALeads')], ['1', '2']],
    ['two kinds of one account', [carriage('1', 'ALeads', 'AContacts'), carriage('2', 'AContacts', 'ALeads')], ['1', '2']],
    ['one workflow that carries both ways', [carriage('1', 'A', 'B'), carriage('1', 'B', 'A')], ['1', '1']],
    [
      'a detour beside the shortest way',
      [carriage('1', 'A', 'B'), carriage('2', 'B', 'C'), carriage('3', 'C', 'A'), carriage('4', 'B', 'A')],
      ['1', '4'],
    ],
    [
      'a circle of others beside it',
      [carriage('1', 'A', 'B'), carriage('2', 'B', 'C'), carriage('3', 'C', 'B'), carriage('4', 'C', 'A')],
      ['1', '2', '4'],
    ],
  ])('%s', (_, all, way) => {
    expect(listWorkflowIds(findCircles(all.slice(0, 1), all))).toEqual([way]);
  });

  test.each([
    ['a chain', [carriage('1', 'A', 'B'), carriage('2', 'B', 'C')]],
    ['another kind of record comes back', [carriage('1', 'AOrders', 'BOrders'), carriage('2', 'BStock', 'AStock')]],
    ['another account comes back', [carriage('1', 'A', 'B'), carriage('2', 'C', 'A')]],
    ['a circle of others that it only feeds', [carriage('1', 'A', 'B'), carriage('2', 'B', 'C'), carriage('3', 'C', 'B')]],
    ['the same way twice', [carriage('1', 'A', 'B'), carriage('2', 'A', 'B')]],
  ])('no circle: %s', (_, all) => {
    expect(findCircles(all.slice(0, 1), all)).toEqual([]);
  });

  test('every circle begins and ends at the same records, and none is missed', () => {
    const system = fc.constantFrom('A', 'B', 'C', 'D');
    fc.assert(
      fc.property(fc.array(fc.tuple(system, system), { minLength: 1, maxLength: 12 }), (pairs) => {
        const all = pairs.map(([from, to], index) => carriage(String(index), from, to));
        const first = all.slice(0, 1);
        const [way] = findCircles(first, all);
        const reached = new Set([first[0]?.to.connectorId]);
        for (const _ of all) for (const { from, to } of all) if (reached.has(from.connectorId)) reached.add(to.connectorId);
        expect(way !== undefined).toBe(reached.has(first[0]?.from.connectorId));
        way?.forEach((part, index) => {
          expect(part.to).toEqual((way[index + 1] ?? way[0])?.from);
        });
      }),
    );
  });
});
