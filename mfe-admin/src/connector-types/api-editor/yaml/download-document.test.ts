import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { expect, test } from 'vitest';
import { exportedFile, exportName } from './download-document.ts';

test('CTYPE-21: the file is named after the connector type, or "schema"', () => {
  expect(exportName('Pet shop')).toBe('Pet shop.yaml');
  expect(exportName('')).toBe('schema.yaml');
  expect(exportName('///')).toBe('schema.yaml');
  expect(exportName('a/b: c')).toBe('a b  c.yaml');
});

test('CTYPE-21: JSON becomes YAML; a file that stays JSON is named .json', async () => {
  const api = (async () => ({ yaml: 'openapi: 3.1.0\n', errors: [] })) as unknown as Client<Calls>;
  const exported = async (text: string) => {
    const file = await exportedFile(api, 'Pets', text);
    return [file.name, file.type, (await file.text()).slice(0, 20)];
  };
  expect(await exported('openapi: 3.0.0\n')).toEqual(['Pets.yaml', 'application/yaml', 'openapi: 3.0.0\n']);
  expect(await exported('\uFEFF{"openapi":"3.1.0"}')).toEqual(['Pets.yaml', 'application/yaml', 'openapi: 3.1.0\n']);
  expect(await exported('{openapi: 3.1.0}')).toEqual(['Pets.yaml', 'application/yaml', '{openapi: 3.1.0}']);
  const large = `{"openapi":"3.1.0","x":"${'y'.repeat(5_000_000)}"}`;
  expect(await exported(large)).toEqual(['Pets.json', 'application/json', large.slice(0, 20)]);
});
