import { expect, test } from 'vitest';
import { parseSlug, slugEnding, slugHint } from './slug.ts';

const shopify = { name: 'Shopify', baseUrl: 'https://{slug}.myshopify.com/admin/api/2026-10' };
const rest = { name: 'REST API', baseUrl: 'https://{slug}' };
const airtable = { name: 'Airtable', baseUrl: 'https://api.airtable.com/v0/{slug}' };

test('the rest of the address follows the slug if the host starts with it', () => {
  expect([shopify, rest, airtable].map(slugEnding)).toEqual(['.myshopify.com', null, null]);
});

test('the slug is extracted from a pasted address', () => {
  for (const text of [
    'my-store',
    'my-store.myshopify.com',
    ' https://my-store.myshopify.com/admin/products ',
    'https://admin.shopify.com/store/my-store/orders',
  ])
    expect(parseSlug(text, shopify)).toBe('my-store');
  expect(parseSlug('my-store.mysh', shopify)).toBe('my-store.mysh');
  expect(parseSlug('https://api.example.com/v1', rest)).toBe('api.example.com');
  expect(parseSlug('app123', airtable)).toBe('app123');
});

test('a hint says what the slug is', () => {
  expect(slugHint(shopify)).toContain('paste the whole address');
  expect(slugHint(rest)).toBe('The host to call, such as api.example.com');
  expect(slugHint(airtable)).toContain('https://api.airtable.com/v0/{slug}');
  expect(slugHint({ name: 'Plain', baseUrl: 'https://api.example.com' })).toBeNull();
});
