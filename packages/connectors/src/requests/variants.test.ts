import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openOperation } from '../../testing/operation-of.ts';
import { buildRequest } from './build-request.ts';
import { RequestError } from './request-error.ts';

const baseUrl = 'https://api.example.com';

interface Given {
  schemas?: object;
  version?: string;
}

function sent(schema: object, body: unknown, { schemas = {}, version = '3.1.0' }: Given = {}): unknown {
  const document =
    version === '2.0'
      ? { swagger: '2.0', paths: { '/a': { post: { parameters: [{ in: 'body', name: 'body', schema }] } } }, definitions: schemas }
      : {
          openapi: version,
          paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
          components: { schemas },
        };
  const { operation, source } = openOperation(document, 'POST /a');
  return JSON.parse(String(buildRequest(source, operation, { body }, { baseUrl }).body));
}

function refusal(schema: object, body: unknown, given?: Given): string {
  try {
    return `sent ${JSON.stringify(sent(schema, body, given))}`;
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const object = (properties: object, required: string[] = [], more: object = {}) => ({ type: 'object', properties, required, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const counter = object({ kind: { type: 'string', enum: ['counter'] }, code: integer }, ['kind', 'code']);
const door = object({ kind: { type: 'string', enum: ['door'] }, code: { ...text, pattern: '^[0-9]{4}$' } }, ['kind', 'code']);

const card = object({ type: { const: 'card' }, number: text, network: { ...text, default: 'visa' }, instant: text }, [
  'type',
  'number',
  'network',
]);
const bank = object({ type: { const: 'bank' }, account: integer, instant: boolean }, ['type', 'account']);
const plainCard = object({ type: text, number: text, account: text, network: { ...text, default: 'visa' }, instant: text }, [
  'type',
  'network',
]);
const plainBank = object({ type: text, account: integer, instant: boolean }, ['type', 'account']);
const asBank = { type: 'bank', account: '5', instant: 'true' };
const toBank = { type: 'bank', account: 5, instant: true };

describe('the variant of a value', () => {
  test.each<[string, object, unknown, unknown]>([
    ['an enum of one value', { oneOf: [counter, door] }, { kind: 'door', code: '0071' }, { kind: 'door', code: '0071' }],
    ['the same, in the other order', { oneOf: [door, counter] }, { kind: 'counter', code: '71' }, { kind: 'counter', code: 71 }],
    ['anyOf', { anyOf: [counter, door] }, { kind: 'door', code: '0071' }, { kind: 'door', code: '0071' }],
    [
      'in a list',
      { type: 'array', items: { oneOf: [counter, door] } },
      [
        { kind: 'door', code: '1' },
        { kind: 'counter', code: '1' },
      ],
      [
        { kind: 'door', code: '1' },
        { kind: 'counter', code: 1 },
      ],
    ],
    [
      'in an object',
      object({ lock: { oneOf: [counter, door] } }),
      { lock: { kind: 'door', code: '0071' } },
      { lock: { kind: 'door', code: '0071' } },
    ],
    [
      'in additionalProperties',
      { type: 'object', additionalProperties: { oneOf: [counter, door] } },
      { x: { kind: 'door', code: '0071' } },
      { x: { kind: 'door', code: '0071' } },
    ],
    ['const', { oneOf: [card, bank] }, asBank, toBank],
    [
      'const that is a number',
      { oneOf: [object({ v: { const: 1 }, a: text }), object({ v: { const: 2 }, a: integer })] },
      { v: '2', a: '7' },
      { v: 2, a: 7 },
    ],
    [
      'const that is true',
      { oneOf: [object({ on: { const: true }, a: text }), object({ on: { const: false }, a: integer })] },
      { on: false, a: '7' },
      { on: false, a: 7 },
    ],
    [
      'an enum of several',
      { oneOf: [object({ t: { enum: ['a', 'b'] }, x: integer }), object({ t: { enum: ['c', 'd'] }, x: text })] },
      { t: 'd', x: '1' },
      { t: 'd', x: '1' },
    ],
    [
      'variants within a variant',
      { oneOf: [counter, { oneOf: [door, object({ kind: { const: 'gate' }, code: boolean })] }] },
      { kind: 'gate', code: 'true' },
      { kind: 'gate', code: true },
    ],
    [
      'variants in a part of allOf',
      { allOf: [object({ name: text }), { oneOf: [card, bank] }] },
      { name: 5, ...asBank },
      { name: '5', ...toBank },
    ],
    [
      'two sets of variants in allOf',
      { allOf: [{ oneOf: [counter, door] }, { oneOf: [object({ s: { const: 1 }, n: integer }), object({ s: { const: 2 }, n: text })] }] },
      { kind: 'door', code: '0071', s: 1, n: '5' },
      { kind: 'door', code: '0071', s: 1, n: 5 },
    ],
    ['variants beside properties', { ...object({ note: text }), oneOf: [card, bank] }, { note: 5, ...asBank }, { note: '5', ...toBank }],
    [
      'required members',
      { oneOf: [object({ a: integer }, ['a']), object({ b: text, a: text }, ['b'])] },
      { a: '5', b: 'x' },
      { a: '5', b: 'x' },
    ],
    [
      'required members, with a type to change',
      { oneOf: [object({ a: text, z: text }, ['z']), object({ a: integer }, ['a'])] },
      { a: '5' },
      { a: 5 },
    ],
    [
      'additionalProperties: false',
      {
        oneOf: [
          object({ a: text }, [], { additionalProperties: false }),
          object({ a: integer, b: integer }, [], { additionalProperties: false }),
        ],
      },
      { a: '1', b: '2' },
      { a: 1, b: 2 },
    ],
    ['a pattern', { oneOf: [{ ...text, pattern: '^[a-z]+$' }, integer] }, '12', 12],
    [
      'a format',
      { oneOf: [object({ at: { ...text, format: 'date' }, n: integer }), object({ at: { ...text, format: 'date-time' }, n: text })] },
      { at: '2026-01-01', n: '5' },
      { at: '2026-01-01', n: 5 },
    ],
    ['a text, a number or neither changed', { oneOf: [integer, text] }, '5', '5'],
    ['a number that may be a text', { oneOf: [text, integer] }, 5, 5],
    ['true that may be a text', { anyOf: [text, boolean] }, true, true],
    ['a list or one', { oneOf: [text, { type: 'array', items: text }] }, ['a', 5], ['a', '5']],
    ['one or a list', { oneOf: [{ type: 'array', items: integer }, integer] }, 5, 5],
    ['an object or an id', { oneOf: [text, object({ id: integer })] }, { id: '5' }, { id: 5 }],
    ['a listed text or a number', { oneOf: [{ enum: ['auto', 'none'] }, integer] }, '5', 5],
    ['a listed text', { oneOf: [integer, { enum: ['auto', 'none'] }] }, 'auto', 'auto'],
    [
      'not',
      { oneOf: [{ ...object({ a: integer }), not: { required: ['b'] } }, object({ a: text, b: text }, ['b'])] },
      { a: '1', b: 'x' },
      { a: '1', b: 'x' },
    ],
    [
      'a default of the chosen variant',
      { oneOf: [card, bank] },
      { type: 'card', number: 1 },
      { type: 'card', number: '1', network: 'visa' },
    ],
    ['a fixed value that is missing', { oneOf: [card, bank] }, { account: '5' }, { type: 'bank', account: 5 }],
    ['a single variant', { anyOf: [object({ a: integer }), { type: 'null' }] }, { a: '5' }, { a: 5 }],
  ])('is determined by %s', (_name, schema, value, expected) => {
    expect(sent(schema, value)).toEqual(expected);
    expect(sent(schema, value, { version: '3.0.3' })).toEqual(expected);
  });

  const schemas = { Card: plainCard, Bank: plainBank };
  const methods = { oneOf: [ref('Card'), ref('Bank')] };
  test.each<[string, object, unknown, unknown, object?]>([
    [
      'a mapping by reference',
      {
        ...methods,
        discriminator: { propertyName: 'type', mapping: { bank: '#/components/schemas/Bank', card: '#/components/schemas/Card' } },
      },
      asBank,
      toBank,
    ],
    ['a mapping by name', { ...methods, discriminator: { propertyName: 'type', mapping: { bank: 'Bank', card: 'Card' } } }, asBank, toBank],
    [
      'a mapping by file name',
      { ...methods, discriminator: { propertyName: 'type', mapping: { bank: 'schemas/Bank.json', card: './Card.yaml' } } },
      asBank,
      toBank,
    ],
    [
      'a mapping by file and pointer',
      { ...methods, discriminator: { propertyName: 'type', mapping: { bank: 'api.yaml#/components/schemas/Bank' } } },
      asBank,
      toBank,
    ],
    ['names of schemas', { ...methods, discriminator: { propertyName: 'type' } }, { ...asBank, type: 'Bank' }, { ...toBank, type: 'Bank' }],
    [
      'a name that the mapping lacks',
      { ...methods, discriminator: { propertyName: 'type', mapping: { card: 'Card' } } },
      { ...asBank, type: 'Bank' },
      { ...toBank, type: 'Bank' },
    ],
    [
      'anyOf with a discriminator',
      { anyOf: methods.oneOf, discriminator: { propertyName: 'type', mapping: { bank: 'Bank' } } },
      asBank,
      toBank,
    ],
    [
      'a discriminator in a part of allOf',
      { allOf: [{ ...methods, discriminator: { propertyName: 'type', mapping: { bank: 'Bank' } } }, object({ note: text })] },
      asBank,
      toBank,
    ],
    [
      'a discriminator in a list',
      { type: 'array', items: { ...methods, discriminator: { propertyName: 'type', mapping: { bank: 'Bank' } } } },
      [asBank],
      [toBank],
    ],
    [
      'a nullable set of variants',
      { ...methods, nullable: true, discriminator: { propertyName: 'type', mapping: { bank: 'Bank' } } },
      asBank,
      toBank,
    ],
    [
      'a default mapping',
      { ...methods, discriminator: { propertyName: 'type', mapping: { card: 'Card' }, defaultMapping: 'Bank' } },
      { account: '5', type: undefined },
      undefined,
    ],
    [
      'a number',
      { oneOf: [ref('Card'), ref('Bank')], discriminator: { propertyName: 'type', mapping: { '1': 'Card', '2': 'Bank' } } },
      { ...asBank, type: 2 },
      { ...toBank, type: '2' },
    ],
  ])('is determined by %s', (_name, schema, value, expected) => {
    if (expected === undefined) expect(refusal(schema, value, { schemas })).toBe('body.type is required.');
    else expect(sent(schema, value, { schemas })).toEqual(expected);
  });

  const base = (discriminator: unknown) => ({ ...object({ petType: text, age: integer }, ['petType']), discriminator });
  const child = (parent: string, own: object) => ({ allOf: [{ $ref: parent }, own] });
  const cat = object({ lives: integer });
  const dog = object({ lives: text });
  test.each<[string, Given, string, unknown, unknown]>([
    [
      'by name',
      {
        schemas: {
          Pet: base({ propertyName: 'petType' }),
          Cat: child('#/components/schemas/Pet', cat),
          Dog: child('#/components/schemas/Pet', dog),
        },
      },
      'Cat',
      { petType: 'Cat', age: '3', lives: '9' },
      { petType: 'Cat', age: 3, lives: 9 },
    ],
    [
      'by mapping',
      {
        schemas: {
          Pet: base({ propertyName: 'petType', mapping: { feline: 'Cat', canine: '#/components/schemas/Dog' } }),
          Cat: child('#/components/schemas/Pet', cat),
          Dog: child('#/components/schemas/Pet', dog),
        },
      },
      'Dog',
      { petType: 'canine', lives: 9 },
      { petType: 'canine', lives: '9' },
    ],
    [
      'by a fixed value',
      {
        schemas: {
          Pet: base({ propertyName: 'petType' }),
          Cat: child('#/components/schemas/Pet', object({ petType: { const: 'cat' }, lives: integer })),
          Dog: child('#/components/schemas/Pet', dog),
        },
      },
      'Cat',
      { petType: 'cat', lives: '9' },
      { petType: 'cat', lives: 9 },
    ],
    [
      'over two levels',
      {
        schemas: {
          Pet: base({ propertyName: 'petType' }),
          Cat: child('#/components/schemas/Pet', cat),
          Lion: child('#/components/schemas/Cat', object({ mane: boolean })),
        },
      },
      'Lion',
      { petType: 'Lion', lives: '9', mane: 'true' },
      { petType: 'Lion', lives: 9, mane: true },
    ],
    [
      'in Swagger 2.0',
      { version: '2.0', schemas: { Pet: base('petType'), Cat: child('#/definitions/Pet', cat), Dog: child('#/definitions/Pet', dog) } },
      'Cat',
      { petType: 'Cat', age: '3', lives: '9' },
      { petType: 'Cat', age: 3, lives: 9 },
    ],
    [
      'in Swagger 2.0 by its own value',
      {
        version: '2.0',
        schemas: { Pet: base('petType'), Cat: { ...child('#/definitions/Pet', cat), 'x-ms-discriminator-value': '#Ms.Cat' } },
      },
      'Cat',
      { petType: '#Ms.Cat', lives: '9' },
      { petType: '#Ms.Cat', lives: 9 },
    ],
    [
      'of a base that lists them, too',
      {
        schemas: {
          Pet: { ...base({ propertyName: 'petType', mapping: { cat: 'Cat', dog: 'Dog' } }), oneOf: [ref('Cat'), ref('Dog')] },
          Cat: child('#/components/schemas/Pet', cat),
          Dog: child('#/components/schemas/Pet', dog),
        },
      },
      'Cat',
      { petType: 'cat', age: '3', lives: '9' },
      { petType: 'cat', age: 3, lives: 9 },
    ],
  ])('a base with a discriminator finds schemas that extend it, %s', (_name, given, _child, value, expected) => {
    const schema = { $ref: given.version === '2.0' ? '#/definitions/Pet' : '#/components/schemas/Pet' };
    expect(sent(schema, value, given)).toEqual(expected);
    expect(sent({ type: 'array', items: schema }, [value], given)).toEqual([expected]);
  });

  test('a base with a discriminator accepts its own name, and an unknown name, as itself', () => {
    const schemas = { Pet: base({ propertyName: 'petType' }), Cat: child('#/components/schemas/Pet', cat) };
    expect(sent(ref('Pet'), { petType: 'Pet', age: '3', lives: '9' }, { schemas })).toEqual({ petType: 'Pet', age: 3, lives: '9' });
    expect(sent(ref('Pet'), { petType: 'Fish', age: '3' }, { schemas })).toEqual({ petType: 'Fish', age: 3 });
  });

  test.each<[string, object, unknown, string]>([
    [
      'a fixed value of none',
      { oneOf: [counter, door] },
      { kind: 'window', code: '1' },
      'body has "window" as "kind", but must be counter or door there.',
    ],
    [
      'a discriminator of none',
      {
        oneOf: [
          { title: 'Card', ...card },
          { title: 'Bank', ...bank },
        ],
        discriminator: { propertyName: 'type' },
      },
      { type: 'cash' },
      'body has "cash" as "type", but must be card or bank there.',
    ],
    ['a value of none', { oneOf: [integer, boolean] }, 'soon', 'body fits none of integer or boolean.'],
    ['what is missing in the one that is meant', { oneOf: [card, bank] }, { type: 'bank' }, 'body.account is required.'],
    [
      'what is wrong in the one that is meant',
      { oneOf: [card, bank] },
      { type: 'bank', account: 'x' },
      'body.account must be a whole number, but is "x".',
    ],
    [
      'what could be several',
      { oneOf: [object({ a: { const: 1 }, n: integer }, ['a']), object({ b: { const: 2 }, n: integer }, ['b'])] },
      { n: '5' },
      'body could be an object with a or an object with b: give it so that one of them fits.',
    ],
    [
      'a list of types',
      object({ a: { type: ['integer', 'boolean'] } }),
      { a: 'x' },
      'body.a must be a whole number or true or false, but is "x".',
    ],
  ])('is refused in plain words: %s', (_name, schema, value, message) => {
    expect(refusal(schema, value)).toContain(message);
  });

  test('a value that only breaks a limit is sent unchanged for the server to judge', () => {
    expect(sent({ oneOf: [counter, door] }, { kind: 'door', code: '71' })).toEqual({ kind: 'door', code: '71' });
    expect(
      sent(
        {
          oneOf: [
            { ...text, maxLength: 2 },
            { ...text, pattern: '^x' },
          ],
        },
        'abc',
      ),
    ).toBe('abc');
  });

  test('null stays if a variant may be null, and is omitted elsewhere', () => {
    const schema = object({
      a: { anyOf: [integer, { type: 'null' }] },
      b: { oneOf: [integer, text] },
      c: { oneOf: [integer, text], nullable: true },
      d: { oneOf: [integer, { enum: [null] }] },
      e: { enum: ['x', null] },
    });
    expect(sent(schema, { a: null, b: null, c: null, d: null, e: null })).toEqual({ a: null, c: null, d: null, e: null });
  });

  test('HOSTILE 21: a backtracking pattern takes no time', () => {
    const schema = { oneOf: [{ ...text, pattern: '^(a+)+$' }, integer] };
    expect(sent(schema, `${'a'.repeat(20_000)}!`)).toBe(`${'a'.repeat(20_000)}!`);
  });
});

describe('lists of types (3.1)', () => {
  test.each<[string[], unknown, unknown]>([
    [['integer', 'string'], 7, 7],
    [['integer', 'string'], '7', '7'],
    [['string', 'number'], 1.5, 1.5],
    [['string', 'integer'], 1.5, '1.5'],
    [['boolean', 'string'], true, true],
    [['boolean', 'integer'], 'true', true],
    [['boolean', 'integer'], '7', 7],
    [['string', 'null'], 7, '7'],
    [['string', 'integer', 'null'], null, null],
    [['array', 'string'], 'a', 'a'],
    [['array', 'integer'], '7', 7],
    [['string', 'array'], ['a'], ['a']],
    [['string', 'object'], { a: 1 }, { a: 1 }],
    [['object', 'null'], '{"a":1}', { a: 1 }],
    [['number', 'integer'], '5', 5],
  ])('%j: %j is sent as %j', (type, value, expected) => {
    expect(sent(object({ x: { type } }), { x: value })).toEqual({ x: expected });
  });

  test('the items and properties of a list of types are converted', () => {
    const x = { type: ['object', 'array'], items: integer, properties: { n: integer } };
    expect(sent(object({ x }), { x: ['1'] })).toEqual({ x: [1] });
    expect(sent(object({ x }), { x: { n: '1' } })).toEqual({ x: { n: 1 } });
  });
});

describe('random schemas with variants, checked with an independent validator', () => {
  const names = ['a', 'b', 'kind'];
  const scalar = fc.oneof(
    fc.constantFrom<object>(
      { type: 'string' },
      { type: 'integer' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'string', pattern: '^[0-9]{2}$' },
    ),
    fc.constantFrom<object>(
      { type: ['integer', 'string'] },
      { type: ['boolean', 'null'] },
      { type: 'string', format: 'date' },
      { type: 'integer', minimum: 5 },
    ),
    fc.constantFrom<object>({ const: 'x' }, { const: 1 }, { enum: ['x', 'y'] }, { enum: [1, 'x', true] }, { type: 'string', maxLength: 2 }),
  );
  const { schema } = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      scalar,
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3 }),
          required: fc.subarray(names),
          additionalProperties: fc.option(fc.constant(false), { nil: undefined }),
        })
        .map(({ properties, required, additionalProperties }) => ({
          type: 'object',
          properties,
          required: required.filter((name) => name in properties),
          ...(additionalProperties === undefined ? {} : { additionalProperties }),
        })),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc
        .tuple(fc.constantFrom('oneOf', 'anyOf'), fc.array(tie('schema'), { minLength: 2, maxLength: 3 }))
        .map(([kind, all]) => ({ [kind]: all })),
    ),
  }));
  const leaf = fc.constantFrom<unknown>('x', 'y', '12', '7', 7, 1, 1.5, true, 'true', false, '2026-01-01', 'long text');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
      fc.array(tie('value'), { maxLength: 2 }),
    ),
  }));

  const ajv = new Ajv2020({ strict: false, addUsedSchema: false });
  formats.default(ajv);
  const validator = (one: object) => ajv.compile(one);

  test('a valid value is sent unchanged, and a converted value is valid afterwards', () => {
    let [valid, changed] = [0, 0];
    fc.assert(
      fc.property(
        fc.constantFrom('oneOf', 'anyOf'),
        fc.array(schema, { minLength: 2, maxLength: 3 }),
        fc.array(value, { minLength: 12, maxLength: 20 }),
        (kind, variants, values) => {
          const whole = { [kind]: variants };
          const isValid = validator(whole);
          for (const given of values) {
            const outcome = attempt(() => sent(whole, given));
            if (isValid(given)) {
              valid += 1;
              expect(outcome).toEqual({ body: given });
            } else if (outcome && JSON.stringify(outcome.body) !== JSON.stringify(given)) {
              changed += 1;
              expect(isValid(outcome.body) || isOnlyLimit(whole, outcome.body), JSON.stringify({ whole, given, outcome })).toBe(true);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
    expect([valid > 50, changed > 50]).toEqual([true, true]);
  });

  function attempt(work: () => unknown): { body: unknown } | null {
    try {
      return { body: work() };
    } catch (error) {
      if (error instanceof RequestError) return null;
      throw error;
    }
  }

  /** Whether it's valid without the limits that the server judges. */
  function isOnlyLimit(whole: object, body: unknown): boolean {
    const loose = JSON.parse(JSON.stringify(whole), (name, inner) =>
      ['pattern', 'format', 'minimum', 'maxLength'].includes(name) && typeof inner !== 'object' ? undefined : inner,
    ) as object;
    return validator(JSON.parse(JSON.stringify(loose).replaceAll('"oneOf"', '"anyOf"')) as object)(body);
  }
});
