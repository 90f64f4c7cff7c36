import { expect, test } from 'vitest';
import { buildPair, documentedPair } from '../../testing/build-documented-pair.ts';
import { readTemplate } from './read-template.ts';

test('the template in docs/playbooks.md is valid', () => {
  expect(readTemplate(documentedPair())).toMatchObject({ ok: true, definition: { workflows: [{ id: 'contacts' }] } });
});

test('the build needs only a folder with the template, and fails for an invalid one with the reason', async () => {
  const { templates } = await buildPair('shopify-to-salesforce', documentedPair());
  expect(templates).toMatchObject([
    { id: 'shopify-to-salesforce', yaml: documentedPair(), definition: { workflows: [{ id: 'contacts' }] } },
  ]);
  await expect(buildPair('unsound', 'name: Unsound')).rejects.toThrow(/shipped\/unsound\/playbook\.yaml is not sound:\n {2}/);
  const misspelt = documentedPair().replace('entity: Customers', 'entity: Customer');
  await expect(buildPair('misspelt', misspelt)).rejects.toThrow('workflows[0].from.entity: “Customer” cannot be read from Shopify');
});
