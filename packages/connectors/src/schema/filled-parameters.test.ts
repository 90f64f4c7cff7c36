import { expect, test } from 'vitest';
import { withoutFilled } from './filled-parameters.ts';
import { missingMappings } from './required-mappings.ts';
import type { SchemaNode } from './schema-node.ts';

const field = (name: string): SchemaNode => ({ name, label: null, type: 'String', isRequired: true });
const group = (name: string, ...properties: SchemaNode[]): SchemaNode => ({
  name,
  label: null,
  type: 'Object',
  isRequired: true,
  properties,
});

test('hides what the connection or the step fills in', () => {
  const root = group(
    '',
    group('header', field('SiteId'), field('Idempotency-Key'), field('X-Trace')),
    group('query', field('api_key')),
    group('path', field('baseId')),
    group('body', field('SiteId')),
  );
  const keys = [
    { in: 'header', name: 'siteid' },
    { in: 'query', name: 'api_key' },
    { in: 'path', name: 'baseId' },
  ];
  expect(missingMappings(withoutFilled(root, keys), []).map(({ path }) => path)).toEqual(['header.X-Trace', 'body.SiteId']);
  expect(withoutFilled(root, keys).properties?.map(({ name }) => name)).toEqual(['header', 'body']);
  expect(missingMappings(withoutFilled(root, []), [])).toHaveLength(5);
});
