import { describe, expect, test } from 'vitest';
import { openOperation } from '../../testing/operation-of.ts';
import { requestSchema } from '../extracted/request-schema.ts';
import { operationScript } from './operation-script.ts';
import { valuesFromScript } from './script-values.ts';

describe('parameters from a script (ENG-21)', () => {
  test('have only the groups that mappings have', () => {
    expect(valuesFromScript({ query: { page: 2 }, body: [1], path: null })).toEqual({ query: { page: 2 }, body: [1] });
    expect(() => valuesFromScript({ querry: {}, header: 'x' })).toThrow(
      'querry is not one of path, query, header, cookie and body. header must be an object.',
    );
    for (const returned of [undefined, null, 'x', [1]])
      expect(() => valuesFromScript(returned)).toThrow('The script must return an object');
    expect(() => valuesFromScript(JSON.parse('{"__proto__": {"a": 1}}'))).toThrow('__proto__ is not one of');
  });

  test('have an initial script that runs and returns the required values (API-84)', () => {
    const schema = {
      type: 'object',
      required: ['email', 'lines', 'it\u2028s'],
      properties: {
        email: { type: 'string' },
        status: { type: 'string', enum: ['open', 'paid'] },
        lines: {
          type: 'array',
          items: {
            type: 'object',
            required: ['quantity', 'kind'],
            properties: { quantity: { type: 'integer', default: 1 }, kind: { enum: ['a'] } },
          },
        },
        'it\u2028s': { type: 'boolean' },
        'a\nb': { type: 'number' },
        old: { type: 'string', deprecated: true },
      },
    };
    const operation = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      requestBody: { content: { 'application/json': { schema } } },
    };
    const made = openOperation({ openapi: '3.1.0', paths: { '/a/{id}': { post: operation } } }, 'POST /a/{id}');
    const script = operationScript(requestSchema(made.source, made.operation));
    expect(script).toContain('    // status: String,\n');
    expect(script).not.toContain('old');
    const returned: unknown = new Function(script)();
    expect(valuesFromScript(returned)).toEqual({
      path: { id: '' },
      body: { email: '', lines: [{ quantity: 1, kind: 'a' }], 'it\u2028s': false },
    });
    expect(operationScript({ name: '', label: null, type: 'Object', isRequired: true, properties: [] })).toBe('return {};');
  });
});
