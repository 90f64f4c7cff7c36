import { expect, test } from 'vitest';
import { openOperation } from '../../testing/operation-of.ts';
import { buildRequest } from './build-request.ts';
import { RequestError } from './request-error.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const tagged = (name: string, schema: object) => object({ [name]: { const: 'a' }, v: integer }, schema);

const cat = object({ kind: text, age: integer, code: text });
const dog = object({ kind: text, age: text, code: integer });
const schemas = { Cat: cat, Dog: dog, Id: object({ id: integer }) };
const byTag = { oneOf: [tagged('t', {}), object({ t: { const: 'b' }, v: text })] };
const mixed = { enum: [1, 'two', true, null] };
const conditional = {
  ...object({ country: text, zip: {} }),
  if: { properties: { country: { const: 'US' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { zip: text } },
  else: { properties: { zip: integer } },
};

const isUs = { properties: { country: { const: 'US' } }, required: ['country'] };
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const toText = { then: { properties: { zip: text } } };
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const toInteger = { then: { properties: { zip: integer } } };

function sent(schema: object, body: unknown, version: string): unknown {
  const paths = { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } };
  const { operation, source } = openOperation({ openapi: version, paths, components: { schemas } }, 'POST /a');
  try {
    return JSON.parse(String(buildRequest(source, operation, { body }, { baseUrl: 'https://api.example.com' }).body));
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}

test.each<[string, object, unknown, unknown]>([
  ['prefixItems', { type: 'array', prefixItems: [text, integer, boolean], items: integer }, [1, '2', 'true', '4'], ['1', 2, true, 4]],
  ['prefixItems, a place without a value', { type: 'array', prefixItems: [text, integer] }, [null, '2'], [null, 2]],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^x-': integer }, additionalProperties: text },
    { 'x-a': '5', b: 5 },
    { 'x-a': 5, b: '5' },
  ],
  ['unevaluatedProperties', object({ a: integer }, { unevaluatedProperties: integer }), { a: '5', b: '6' }, { a: 5, b: 6 }],
  ['if and then', conditional, { country: 'US', zip: 12345 }, { country: 'US', zip: '12345' }],
  ['if and else', conditional, { country: 'DE', zip: '12345' }, { country: 'DE', zip: 12345 }],
  ['if without a type', object({ a: { if: isUs, ...toText } }), { a: { country: 'US', zip: 5 } }, { a: { country: 'US', zip: '5' } }],
  [
    'several conditions in allOf',
    {
      ...object({ country: text }),
      allOf: [
        { if: isUs, ...toText },
        { if: { properties: { country: { const: 'DE' } } }, ...toInteger },
        { if: isUs, else: { properties: { vat: integer } } },
      ],
    },
    { country: 'DE', zip: '12345', vat: '7' },
    { country: 'DE', zip: 12345, vat: 7 },
  ],
  [
    'a condition within else',
    { ...object({ country: text }), if: isUs, ...toText, else: { if: { properties: { country: { const: 'DE' } } }, ...toInteger } },
    { country: 'DE', zip: '12345' },
    { country: 'DE', zip: 12345 },
  ],
  ['if beside a reference', { ...ref('Id'), if: isUs, ...toText }, { id: '5', country: 'US', zip: 7 }, { id: 5, country: 'US', zip: '7' }],
  [
    'dependentSchemas',
    object({ card: text }, { dependentSchemas: { card: { properties: { cvc: text } }, iban: { properties: { cvc: integer } } } }),
    { card: 'x', cvc: 7 },
    { card: 'x', cvc: '7' },
  ],
  ['patternProperties without a type', { patternProperties: { '^n': integer } }, { n1: '5' }, { n1: 5 }],
  ['prefixItems without a type', { prefixItems: [text, integer] }, [1, '2'], ['1', 2]],
  ['a list of items, as drafts before 2020 write it', { type: 'array', items: [text, integer] }, [1, '2', '3'], ['1', 2, '3']],
  ['the same with additionalItems', { items: [text, integer], additionalItems: boolean }, [1, '2', 'true'], ['1', 2, true]],
  ['a list of one for items', { type: 'array', items: [integer] }, ['1', '2'], [1, 2]],
  ['properties beside a reference', { ...ref('Id'), properties: { n: integer } }, { id: '5', n: '6' }, { id: 5, n: 6 }],
  ['required beside a reference', { ...ref('Id'), required: ['id'] }, {}, 'body.id is required.'],
  ['variants beside a reference', { ...ref('Id'), ...byTag }, { id: '5', t: 'b', v: 6 }, { id: 5, t: 'b', v: '6' }],
  [
    'a property that a part describes only',
    { allOf: [object({ a: integer }), object({ a: { description: 'An id' } })] },
    { a: '5' },
    { a: 5 },
  ],
  ['a property that its parts leave open', { allOf: [object({ a: {} }), object({ a: integer })] }, { a: '5' }, { a: 5 }],
  [
    'a property that the schema itself describes only',
    { ...object({ a: { title: 'A' } }), allOf: [object({ a: integer })] },
    { a: '5' },
    { a: 5 },
  ],
  [
    'a property in two parts',
    { allOf: [object({ a: object({ x: integer }) }), object({ a: object({ y: integer }) })] },
    { a: { x: '5', y: '6' } },
    { a: { x: 5, y: 6 } },
  ],
  ['listed values of several types: true', object({ v: mixed }), { v: 'true' }, { v: true }],
  ['listed values of several types: 1', object({ v: mixed }), { v: ' 1 ' }, { v: 1 }],
  ['listed values of several types: null', object({ v: mixed }), { v: null }, { v: null }],
  ['anyOf that describes a member each', { anyOf: [object({ a: integer }), object({ b: integer })] }, { a: '5', b: '6' }, { a: 5, b: 6 }],
  [
    'anyOf whose variants disagree',
    { anyOf: [object({ a: integer, b: integer }), object({ a: integer, b: boolean })] },
    { a: '5', b: 'x' },
    'body fits none of object.',
  ],
  ['a value or a list of them', { oneOf: [integer, { type: 'array', items: integer }] }, '5', 5],
  ['a list of values or a value', { oneOf: [{ type: 'array', items: integer }, integer] }, '9', 9],
  [
    'only required members',
    { ...object({ id: integer, mail: text }), anyOf: [{ required: ['id'] }, { required: ['mail'] }] },
    { a: 1 },
    'body fits none of an object with id or an object with mail.',
  ],
  [
    'contains',
    {
      oneOf: [
        { type: 'array', items: {}, contains: { const: 'x' } },
        { type: 'array', items: integer },
      ],
    },
    ['5'],
    [5],
  ],
  [
    'propertyNames',
    {
      oneOf: [
        { type: 'object', propertyNames: { pattern: '^a' }, additionalProperties: integer },
        { type: 'object', additionalProperties: text },
      ],
    },
    { b: 5 },
    { b: '5' },
  ],
  [
    'dependentSchemas',
    { oneOf: [object({ a: text }, { dependentSchemas: { a: { required: ['b'] } } }), object({ a: integer })] },
    { a: '5' },
    { a: 5 },
  ],
  [
    'defaultMapping of a name that there is not',
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind', defaultMapping: 'Dog' } },
    { kind: 'x', age: 5, code: '6' },
    { kind: 'x', age: '5', code: 6 },
  ],
])('%s', (_name, schema, body, expected) => {
  expect(sent(schema, body, '3.2.0')).toEqual(expected);
});

test('before OpenAPI 3.1, a reference replaces its siblings', () => {
  const schema = object({ a: { ...ref('Id'), properties: { id: text }, required: ['n'] } });
  expect(sent(schema, { a: { id: '5' } }, '3.0.3')).toEqual({ a: { id: 5 } });
});
