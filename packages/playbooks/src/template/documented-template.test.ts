import { expect, test } from 'vitest';
import { buildPair, documentedPair } from '../../testing/build-documented-pair.ts';
import { readTemplate } from './read-template.ts';

test('the template in docs/playbooks.md is sound', () => {
  expect(readTemplate(documentedPair())).toMatchObject({ ok: true, definition: { workflows: [{ id: 'contacts' }] } });
});

test('a folder with it is all that the build needs; one that is not sound is left out', async () => {
  const { templates } = await buildPair('shopify-to-salesforce', documentedPair());
  expect(templates).toMatchObject([
    { id: 'shopify-to-salesforce', yaml: documentedPair(), definition: { workflows: [{ id: 'contacts' }] } },
  ]);
  expect((await buildPair('unsound', 'name: Unsound')).templates).toEqual([]);
});
