import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordMapper } from './map-record.ts';
import { hasNothingNew, mergeSides, sidesBefore } from './two-sides.ts';

const NAMES = ['phone', 'note', 'city'] as const;
type Values = Record<(typeof NAMES)[number], string | null>;

const anyValue = fc.constantFrom(null, 'a', 'b');
const anyValues: fc.Arbitrary<Values> = fc.record({ phone: anyValue, note: anyValue, city: anyValue });
const isLeftOut = fc.constantFrom('null', 'missing');

/** A side that writes empty fields as null, or omits them. */
function recordWith(values: Values, empties: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null || empties === 'null'));
}

function flowWith(whenEmpty: 'Leave' | 'Clear', omitsEmpty: boolean) {
  const mappings = NAMES.map((name) => ({ fromParameterExpression: `$Item.${name}`, toParameterPath: `body.${name}`, whenEmpty }));
  const flow = { mappings, dependencies: [], externalIdFields: [] };
  const mapper = recordMapper(flow, new Set(), (entity) => entity, { omitsEmpty });
  return (record: unknown) => mapper.map(record, '1', { steps: {} } as never, () => null);
}

/** One sync of records that were equal before. @returns the target's values afterwards */
function synced(before: Values, here: Values, there: Values, wins: 'source' | 'target', whenEmpty: 'Leave' | 'Clear', empties: string) {
  const map = flowWith(whenEmpty, empties === 'missing');
  const [was, source, target] = [before, here, there].map((values) => recordWith(values, empties)) as [object, object, object];
  const mapped = map(source);
  if (!mapped.ok) throw new Error(mapped.message);
  const stored = { ownRecord: was, ownWritten: null, ownAtMs: 1, ownWrittenAtMs: null };
  const other = { otherRecord: was, otherWritten: null, otherAtMs: 1, otherWrittenAtMs: null };
  const sides = sidesBefore({ ...stored, ...other }, source, false, mapped.fields, map);
  if (!sides) throw new Error('Both sides were stored');
  const { fields, hasConflict } = mergeSides(sides, mapped.fields, target, wins);
  const after = { ...there };
  for (const { toParameterPath, value } of fields) after[toParameterPath.slice('body.'.length) as keyof Values] = value as string | null;
  return { after, hasConflict, isNothingNew: hasNothingNew(sides, mapped.fields) };
}

test('fields are cleared the way they’re changed: one at a time, by the side that changed them last, otherwise by the rule', () => {
  fc.assert(
    fc.property(anyValues, anyValues, anyValues, fc.constantFrom('source', 'target'), isLeftOut, (before, here, there, wins, empties) => {
      const { after, hasConflict } = synced(before, here, there, wins as 'source' | 'target', 'Clear', empties);
      for (const name of NAMES) {
        const [isHere, isThere] = [here[name] !== before[name], there[name] !== before[name]];
        const wanted = isHere && (!isThere || wins === 'source') ? here[name] : there[name];
        expect([name, after[name]]).toEqual([name, wanted]);
      }
      expect(hasConflict).toBe(
        NAMES.some((name) => here[name] !== before[name] && there[name] !== before[name] && here[name] !== there[name]),
      );
    }),
    { numRuns: 500 },
  );
});

test('a field that may not be cleared keeps the other side’s value, and the rest is decided as usual', () => {
  fc.assert(
    fc.property(anyValues, anyValues, anyValues, isLeftOut, (before, here, there, empties) => {
      const { after } = synced(before, here, there, 'source', 'Leave', empties);
      for (const name of NAMES) if (here[name] === null) expect([name, after[name]]).toEqual([name, there[name]]);
    }),
    { numRuns: 500 },
  );
});

test('a sync after both directions ran finds nothing new, whatever was cleared', () => {
  fc.assert(
    fc.property(anyValues, anyValues, anyValues, fc.constantFrom('source', 'target'), isLeftOut, (before, here, there, wins, empties) => {
      const one = synced(before, here, there, wins as 'source' | 'target', 'Clear', empties).after;
      expect(synced(one, one, one, 'source', 'Clear', empties)).toMatchObject({ after: one, hasConflict: false, isNothingNew: true });
    }),
    { numRuns: 300 },
  );
});
