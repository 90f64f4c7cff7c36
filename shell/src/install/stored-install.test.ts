import { expect, test } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { readInstall, storedInstallPath, storeInstall, takeInstall } from './stored-install.ts';

const QUERY = new URLSearchParams('code=c&shop=demo.myshopify.com&state=s&hmac=h&timestamp=1');

test('AUTH-39: for Shopify code, shop and state are read, for Zoom only the code', () => {
  expect(readInstall('shopify', false, QUERY)).toEqual({
    app: 'shopify',
    storeHost: 'demo.myshopify.com',
    code: 'c',
    state: 's',
    isGiftCard: false,
    query: QUERY.toString(),
  });
  expect(readInstall('zoom', false, QUERY)).toEqual({ app: 'zoom', storeHost: null, code: 'c', state: null, isGiftCard: false, query: '' });
});

test('AUTH-24, AUTH-25, AUTH-41: parameters stored during the sign-in are used once afterwards, Shopify’s first', () => {
  const storage = new MemoryStorage();
  expect(storedInstallPath(storage, 0)).toBeNull();
  storeInstall(storage, readInstall('zoom', false, QUERY), 0);
  expect(storedInstallPath(storage, 1)).toBe('/apps/zoom/signin');
  const gift = readInstall('shopify-gift-card', true, QUERY);
  storeInstall(storage, gift, 0);
  expect(storedInstallPath(storage, 1)).toBe('/apps/shopify-gift-card/signin');
  expect(takeInstall(storage, 'shopify-gift-card', 1)).toEqual(gift);
  expect(takeInstall(storage, 'shopify-gift-card', 1)).toBeNull();
  expect(storedInstallPath(storage, 1)).toBe('/apps/zoom/signin');
});

test('nothing is left after half an hour, and invalid data is ignored', () => {
  const storage = new MemoryStorage();
  storeInstall(storage, readInstall('shopify', false, QUERY), 0);
  expect(storedInstallPath(storage, 1_800_000)).toBeNull();
  storage.setItem('portage:install:shopify', '{nonsense');
  expect(storedInstallPath(storage, 1)).toBeNull();
});
