import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openOperation } from '../../testing/operation-of.ts';
import { buildRequest } from './build-request.ts';
import { RequestError } from './request-error.ts';

const names = ['a', 'b', 'kind'];
const Tree = {
  type: 'object',
  properties: { a: { type: 'integer' }, b: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
};

const scalar = fc.constantFrom<object>(
  ...['string', 'integer', 'number', 'boolean', 'null'].map((type) => ({ type })),
  ...[{ type: ['integer', 'string'] }, { type: ['boolean', 'null'] }, {}, { const: 'x' }, { const: 1 }, { const: null }],
  ...[{ enum: ['x', 'y'] }, { enum: [1, 'x', true] }, { enum: [null, 1] }, { enum: [[1], 'x'] }, { const: { a: 1 } }],
  ...[
    { type: 'string', pattern: '^[0-9]{2}$' },
    { type: 'string', format: 'date' },
    { type: 'string', maxLength: 2 },
  ],
  ...[
    { type: 'integer', minimum: 5 },
    { type: 'number', exclusiveMaximum: 7 },
    { type: 'integer', multipleOf: 7 },
  ],
  ...[{ not: { type: 'string' } }, { not: { const: 'x' } }],
);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });
const withoutUndefined = (object: object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const { schema } = fc.letrec<{ schema: object }>((tie) => {
  const several = (least: number) => fc.array(tie('schema'), { minLength: least, maxLength: 2 });
  const combined = (parts: fc.Arbitrary<object[]>) =>
    fc.tuple(fc.constantFrom('oneOf', 'anyOf', 'allOf'), parts).map(([kind, all]) => ({ [kind]: all }));
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: scalar, weight: 2 },
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3, noNullPrototype: true }),
          required: fc.subarray(names),
          additionalProperties: optional(fc.oneof(fc.constant(false), tie('schema'))),
          patternProperties: optional(tie('schema').map((one) => ({ '^[ab]$': one }))),
          propertyNames: optional(fc.constantFrom({ pattern: '^[ak]' }, { enum: ['a', 'kind'] })),
          dependentRequired: optional(fc.constantFrom({ a: ['b'] }, { kind: ['a'] })),
          dependentSchemas: optional(tie('schema').map((one) => ({ a: one }))),
          minProperties: optional(fc.constant(2)),
          maxProperties: optional(fc.constant(1)),
          unevaluatedProperties: optional(fc.constant(false)),
        })
        .map((members) => ({ type: 'object', ...withoutUndefined(members) })),
      fc
        .record({
          items: optional(tie('schema')),
          prefixItems: optional(several(1)),
          uniqueItems: optional(fc.constant(true)),
          minItems: optional(fc.constant(1)),
        })
        .map((members) => ({ type: 'array', ...withoutUndefined(members) })),
      combined(several(1)),
      fc.tuple(tie('schema'), combined(several(1))).map(([base, parts]) => ({ ...base, ...parts })),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      fc.tuple(tie('schema'), tie('schema'), tie('schema')).map(([one, two, three]) => ({ if: one, then: two, else: three })),
      fc.constant({ $ref: '#/components/schemas/Tree' }),
    ),
  };
});

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>('x', 'y', '12', '7', 7, 1, 1.5, true, 'true', false, '2026-01-01', 'long text', null),
    fc.dictionary(fc.constantFrom(...names, 'other'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

const ajv = new Ajv2020({ strict: false, addUsedSchema: false });
formats.default(ajv);

test('a value that is valid for an independent validator is sent as it is, whatever keywords its schema has', () => {
  let valid = 0;
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 8, maxLength: 16 }), (one, values) => {
      const isValid = ajv.compile({ ...one, components: { schemas: { Tree } } });
      for (const given of values) {
        // A body that is null isn't sent at all.
        if (given === null || !isValid(given)) continue;
        valid += 1;
        expect(sent(one, given)).toEqual(given);
      }
    }),
    { numRuns: 150 },
  );
  expect(valid).toBeGreaterThan(50);
});

function sent(one: object, body: unknown): unknown {
  const paths = { '/a': { post: { requestBody: { content: { 'application/json': { schema: one } } } } } };
  const { operation, source } = openOperation({ openapi: '3.1.0', paths, components: { schemas: { Tree } } }, 'POST /a');
  try {
    return JSON.parse(String(buildRequest(source, operation, { body }, { baseUrl: 'https://api.example.com' }).body));
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}
