import { expect, test } from 'vitest';
import { afterSignIn, homeOf } from './after-sign-in.ts';

const settled = { isNew: false, userInfoPath: '/userinfo' };
const fresh = { isNew: true, userInfoPath: '/userinfo?playbookTemplateId=7' };

test('holders of the gift-card scope go to the gift cards, new or not, admin or not', () => {
  for (const isAdmin of [true, false]) {
    for (const entry of [settled, fresh]) expect(afterSignIn({ isAdmin, scopes: ['PandaGiftCard'] }, entry)).toBe('/gift-cards');
  }
});

test('a new person passes the first questions, with the template chosen before', () => {
  expect(afterSignIn({ isAdmin: false, scopes: [] }, fresh)).toBe('/userinfo?playbookTemplateId=7');
});

test('people go to their workflows, admins to all workflows', () => {
  expect(afterSignIn({ isAdmin: false, scopes: ['Other'] }, settled)).toBe('/workflows');
  expect(afterSignIn({ isAdmin: true, scopes: [] }, settled)).toBe('/admin/workflows');
});

test('"Back to Main App" does not bounce back to the gift cards', () => {
  expect(homeOf({ isAdmin: false })).toBe('/workflows');
});

test('AUTH-24, AUTH-25: an installation that was begun goes on before anything else', () => {
  for (const scopes of [[], ['PandaGiftCard']]) {
    expect(afterSignIn({ isAdmin: false, scopes }, { ...fresh, installPath: '/apps/shopify/signin' })).toBe('/apps/shopify/signin');
  }
});
