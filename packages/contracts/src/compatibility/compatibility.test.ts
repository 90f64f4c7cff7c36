import { expect, test } from 'vitest';
import { z } from 'zod';
import released from '../../released/contract.json';
import { calls } from '../calls/index.ts';
import { type CallDeclarations, defineCalls } from '../http/define-calls.ts';
import { contractVersion } from '../released/contract-version.ts';
import { compareContracts, tellDifference } from './compare-contracts.ts';
import { type DescribedContract, describeContract } from './describe-contract.ts';

test('everything the last released contract promises still exists, for pages of older builds and areas deployed earlier', () => {
  const differences = compareContracts(released.calls as unknown as DescribedContract, describeContract(calls));
  for (const warning of differences.filter(({ severity }) => severity === 'warning')) console.warn(tellDifference(warning));
  expect(differences.filter(({ severity }) => severity === 'break').map(tellDifference)).toEqual([]);
});

test('a deployment reports the number of the released contract it was built against', () => {
  expect(contractVersion).toBe(released.contractVersion);
});

const pet = {
  summary: 'A pet.',
  access: 'user',
  effect: 'read',
  response: z.object({ id: z.string(), kind: z.enum(['Cat', 'Dog']) }),
} as const;
const before = defineCalls({
  'GET /api/pets/{id}': pet,
  'POST /api/pets': {
    summary: 'Makes a pet.',
    access: 'user',
    effect: 'write',
    query: z.strictObject({ dryRun: z.coerce.boolean().optional() }),
    body: z.strictObject({ name: z.string().max(50), kind: z.enum(['Cat', 'Dog']), age: z.number().optional() }),
    response: z.object({
      id: z.string(),
      note: z.string().nullable(),
      owner: z.object({ name: z.string() }).optional(),
      tags: z.array(z.object({ name: z.string() })),
      home: z.discriminatedUnion('type', [z.object({ type: z.literal('House'), rooms: z.number() }), z.object({ type: z.literal('Box') })]),
    }),
  },
});
const body = before['POST /api/pets'].body.shape;
const response = before['POST /api/pets'].response.shape;
const inBody = (changes: z.core.$ZodLooseShape): CallDeclarations => ({
  ...before,
  'POST /api/pets': { ...before['POST /api/pets'], body: z.strictObject({ ...body, ...changes }) },
});
const changeResponse = (changes: z.core.$ZodLooseShape): CallDeclarations => ({
  ...before,
  'POST /api/pets': { ...before['POST /api/pets'], response: z.object({ ...response, ...changes }) },
});
const without = (shape: z.core.$ZodLooseShape, name: string) => Object.fromEntries(Object.entries(shape).filter(([key]) => key !== name));
const found = (after: CallDeclarations) => {
  const differences = compareContracts(describeContract(before), describeContract(after));
  return differences.map((difference) => `${difference.severity} ${tellDifference(difference)}`);
};

test.for<[string, CallDeclarations, RegExp]>([
  ['a call that is gone', { 'GET /api/pets/{id}': pet }, /^break POST \/api\/pets: the call is gone$/],
  [
    'another path',
    { 'POST /api/pets': before['POST /api/pets'], 'GET /api/animals/{id}': pet },
    /^break GET \/api\/pets\/\{id\}: the call/,
  ],
  ['narrower access', { ...before, 'GET /api/pets/{id}': { ...pet, access: 'admin' } }, /access was user and is admin/],
  ['another status', { ...before, 'GET /api/pets/{id}': { ...pet, successStatus: 202 } }, /status was 200 and is 202/],
  ['a smaller body', { ...before, 'POST /api/pets': { ...before['POST /api/pets'], bodyLimitBytes: 1_000 } }, /body may be 1000 bytes/],
  [
    'a field of the body that is gone',
    { ...before, 'POST /api/pets': { ...before['POST /api/pets'], body: z.strictObject(without(body, 'age')) } },
    /body\.age is no longer accepted/,
  ],
  [
    'a field of the query that is gone',
    { ...before, 'POST /api/pets': { ...before['POST /api/pets'], query: z.strictObject({}) } },
    /query\.dryRun is no longer accepted/,
  ],
  ['a field that becomes required', inBody({ age: z.number() }), /body\.age has become required/],
  ['a new required field', inBody({ colour: z.string() }), /body\.colour has become required/],
  ['a value that is no longer taken', inBody({ kind: z.enum(['Cat']) }), /body\.kind "Dog" is no longer accepted/],
  ['a shorter text', inBody({ name: z.string().max(20) }), /body\.name maxLength is stricter: 50 became 20/],
  ['a pattern', inBody({ name: z.string().max(50).regex(/^a/) }), /body\.name pattern is stricter/],
  ['whole numbers only', inBody({ age: z.int().optional() }), /body\.age/],
  [
    'a field of the answer that is gone',
    { ...before, 'POST /api/pets': { ...before['POST /api/pets'], response: z.object(without(response, 'note')) } },
    /response\.note is no longer answered/,
  ],
  ['a nested field that is gone', changeResponse({ tags: z.array(z.object({})) }), /response\.tags\[\]\.name is no longer answered/],
  ['a field that may be missing', changeResponse({ id: z.string().optional() }), /response\.id may be missing now/],
  ['a field that may be null', changeResponse({ id: z.string().nullable() }), /response\.id may now be null/],
  ['another type', changeResponse({ id: z.number() }), /response\.id was string and is number/],
  [
    'a field of one of several shapes',
    changeResponse({ home: z.discriminatedUnion('type', [z.object({ type: z.literal('House') }), z.object({ type: z.literal('Box') })]) }),
    /response\.home\.rooms is no longer answered/,
  ],
])('%s breaks the contract', ([, after, message]) => {
  const differences = found(after);
  expect(
    differences.some((line) => line.startsWith('break') && message.test(line)),
    differences.join('\n'),
  ).toBe(true);
});

test.for<[string, CallDeclarations, RegExp]>([
  [
    'a value more in an answer',
    { ...before, 'GET /api/pets/{id}': { ...pet, response: z.object({ id: z.string(), kind: z.enum(['Cat', 'Dog', 'Bird']) }) } },
    /response\.kind may now be "Bird"/,
  ],
  [
    'a shape more in an answer',
    changeResponse({ home: z.union([response.home, z.object({ type: z.literal('Tree') })]) }),
    /response\.home may now be an object with type="Tree"/,
  ],
])('%s is a warning: callers may switch on it', ([, after, message]) => {
  const differences = found(after);
  expect(differences).toEqual([expect.stringMatching(message)]);
  expect(differences[0]).toMatch(/^warning /);
});

test.for<[string, CallDeclarations]>([
  ['a new call', { ...before, 'GET /api/pets': pet }],
  ['a method more', { ...before, 'GET /api/pets/{id}': { ...pet, alsoMethods: ['POST'] } }],
  ['wider access', { ...before, 'GET /api/pets/{id}': { ...pet, access: 'public' } }],
  ['an optional field more in a body', inBody({ colour: z.string().optional() })],
  ['a required field that becomes optional', inBody({ name: z.string().max(50).optional() })],
  ['a value more in a body', inBody({ kind: z.enum(['Cat', 'Dog', 'Bird']) })],
  ['any text where there were values', inBody({ kind: z.string() })],
  ['a field more in an answer', changeResponse({ age: z.number() })],
  ['a field that is always there now', changeResponse({ owner: z.object({ name: z.string() }) })],
  ['a field that is never null any more', changeResponse({ note: z.string() })],
  [
    'a value fewer in an answer',
    { ...before, 'GET /api/pets/{id}': { ...pet, response: z.object({ id: z.string(), kind: z.enum(['Cat']) }) } },
  ],
])('%s breaks no caller', ([, after]) => {
  expect(found(after)).toEqual([]);
});

test('a recursive schema is compared too', () => {
  const tree = (leaf: z.ZodType): z.ZodType => {
    const node: z.ZodType = z.object({ value: leaf, children: z.lazy(() => z.array(node)) });
    return node;
  };
  const withTree = (leaf: z.ZodType): CallDeclarations => ({
    'GET /api/trees': { summary: 'Trees.', access: 'user', effect: 'read', response: tree(leaf) },
  });
  const differences = compareContracts(describeContract(withTree(z.string())), describeContract(withTree(z.number())));
  expect(differences.map(tellDifference)).toContain('GET /api/trees: response.value was string and is number');
});
