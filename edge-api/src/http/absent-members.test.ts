import { calls } from '@portage/contracts/calls';
import { newStep, stepTypes, workflowStepSchema } from '@portage/workflow';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiProblem } from './api-problem.ts';
import { parseInput } from './parse-input.ts';

const step = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Wait'), seconds: z.number(), unit: z.enum(['s', 'm']).optional() }),
  z.strictObject({
    type: z.literal('Loop'),
    seconds: z.number().optional(),
    inner: z.array(z.strictObject({ on: z.boolean().optional() })).optional(),
  }),
]);
const body = z.strictObject({
  name: z.string().optional(),
  note: z.string().nullish(),
  count: z.number().default(3),
  steps: z.array(step).optional(),
  headers: z.record(z.string(), z.strictObject({ secret: z.boolean().optional() }).or(z.string())).optional(),
  either: z.union([z.string(), z.strictObject({ size: z.number().optional(), id: z.string() })]).optional(),
});

test.each([
  ['a text', { name: null }, { count: 3 }],
  ['a member with a default', { count: null }, { count: 3 }],
  ['several members at once', { name: null, count: null, steps: null, headers: null, either: null }, { count: 3 }],
  ['a member of a variant', { steps: [{ type: 'Wait', seconds: 1, unit: null }] }, { steps: [{ type: 'Wait', seconds: 1 }] }],
  [
    'members in lists in lists',
    { steps: [{ type: 'Loop', inner: [{ on: null }, { on: true }] }] },
    { steps: [{ type: 'Loop', inner: [{}, { on: true }] }] },
  ],
  ['a member that another variant requires', { steps: [{ type: 'Loop', seconds: null }] }, { steps: [{ type: 'Loop' }] }],
  ['a member of a record’s entry', { headers: { a: { secret: null } } }, { headers: { a: {} } }],
  ['a member in a union', { either: { id: 'x', size: null } }, { either: { id: 'x' } }],
])('%s that is null and optional counts as absent', (_, given, expected) => {
  const original = structuredClone(given);
  expect(parseInput(body, given)).toEqual({ count: 3, ...expected });
  expect(given).toEqual(original);
});

test('a null that its schema accepts stays', () => {
  expect(parseInput(body, { note: null, name: null })).toEqual({ note: null, count: 3 });
});

test.each([
  ['is required', { steps: [{ type: 'Wait', seconds: null }] }, 'steps[0].seconds', 'is required'],
  ['chooses the variant', { steps: [{ type: null }] }, 'steps[0].type', 'must be'],
  ['is an entry of a list', { steps: [null] }, 'steps[0]', 'must be'],
  ['is an entry of a record', { headers: { a: null } }, 'headers.a', 'must be'],
  ['has an undeclared name', { name: null, __proto__: null, constructor: null }, 'constructor', 'Unknown field'],
])('a null that %s is refused', (_, given, field, message) => {
  const refused = catchProblemEntry(() => parseInput(body, given));
  expect(refused).toMatchObject({ field, userMessage: expect.stringContaining(message) });
});

test('another error next to a null is still the one that’s reported', () => {
  expect(catchProblemEntry(() => parseInput(body, { name: null, count: 'many' }))).toMatchObject({ field: 'count' });
});

test.each(stepTypes)('each optional member of a %s step may be null', (type) => {
  const made = newStep(type, [], { makeId: () => 'an-id', now: () => new Date(0) });
  const shape = workflowStepSchema.options.find((option) => option.shape.type.value === type)?.shape ?? {};
  for (const [name, member] of Object.entries(shape as z.core.$ZodShape)) {
    if (member._zod.optin === undefined) continue;
    expect(() => parseInput(workflowStepSchema, { ...made, [name]: null }), name).not.toThrow();
  }
});

test('each optional member of each object that a call accepts may be null', () => {
  const objects = new Set(Object.values(calls).flatMap((call) => ('body' in call ? objectsIn(call.body) : [])));
  expect(objects.size).toBeGreaterThan(50);
  for (const { shape } of objects) {
    for (const [name, member] of Object.entries(shape as z.core.$ZodShape)) {
      if (member._zod.optin === undefined) continue;
      expect(() => parseInput(z.strictObject({ [name]: member }), { [name]: null }), name).not.toThrow();
    }
  }
});

function catchProblemEntry(action: () => unknown) {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiProblem) return error.entries[0];
    throw error;
  }
  throw new Error('It was not refused');
}

function objectsIn(part: unknown, seen = new Set<unknown>()): z.ZodObject[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  if (Array.isArray(part)) return part.flatMap((entry) => objectsIn(entry, seen));
  if (!('_zod' in part)) return Object.values(part).flatMap((entry) => objectsIn(entry, seen));
  const { def } = (part as unknown as z.core.$ZodTypes)._zod;
  const inner = def.type === 'lazy' ? [def.getter()] : Object.values(def);
  return [...(def.type === 'object' ? [part as unknown as z.ZodObject] : []), ...inner.flatMap((entry) => objectsIn(entry, seen))];
}
