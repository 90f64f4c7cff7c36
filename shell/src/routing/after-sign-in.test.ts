import { expect, test } from 'vitest';
import { afterSignIn, getHomePath } from './after-sign-in.ts';

const settled = { isNew: false, userInfoPath: '/userinfo' };
const fresh = { isNew: true, userInfoPath: '/userinfo?playbookTemplateId=7' };

test('people with the gift-card scope go to the gift cards, new or not, admin or not', () => {
  for (const isAdmin of [true, false]) {
    for (const entry of [settled, fresh])
      expect(afterSignIn({ isAdmin, hasWorkflow: true, scopes: ['PandaGiftCard'] }, entry)).toBe('/gift-cards');
  }
});

test('a new person passes the first questions, with the previously chosen template', () => {
  expect(afterSignIn({ isAdmin: false, hasWorkflow: true, scopes: [] }, fresh)).toBe('/userinfo?playbookTemplateId=7');
});

test('a new person who asked for the start page passes the first questions; one who asked for another page goes there', () => {
  const person = { isAdmin: false, hasWorkflow: true, scopes: [] };
  expect(afterSignIn(person, { ...fresh, wantedPath: '/workflows' })).toBe('/userinfo?playbookTemplateId=7');
  expect(afterSignIn(person, { ...fresh, wantedPath: '/workflows?name=Orders' })).toBe('/workflows?name=Orders');
  expect(afterSignIn(person, { ...settled, wantedPath: '/workflows' })).toBe('/workflows');
});

test('people go to their workflows, admins to all workflows', () => {
  expect(afterSignIn({ isAdmin: false, hasWorkflow: true, scopes: ['Other'] }, settled)).toBe('/workflows');
  expect(afterSignIn({ isAdmin: true, hasWorkflow: false, scopes: [] }, settled)).toBe('/admin/workflows');
});

test('AUTH-29: people without workflows go to the playbooks and templates, new ones via the first questions', () => {
  const person = { isAdmin: false, hasWorkflow: false, scopes: [] };
  expect(afterSignIn(person, settled)).toBe('/playbooks-and-templates');
  expect(afterSignIn(person, fresh)).toBe('/userinfo?playbookTemplateId=7');
  expect(getHomePath(person)).toBe('/playbooks-and-templates');
});

test('"Back to Main App" does not bounce back to the gift cards', () => {
  expect(getHomePath({ isAdmin: false, hasWorkflow: true })).toBe('/workflows');
});

test('AUTH-24, AUTH-25: a pending installation takes precedence over everything else', () => {
  for (const scopes of [[], ['PandaGiftCard']]) {
    expect(afterSignIn({ isAdmin: false, hasWorkflow: true, scopes }, { ...fresh, installPath: '/apps/shopify/signin' })).toBe(
      '/apps/shopify/signin',
    );
  }
});

test('AUTH-27: a previously chosen template leads to its playbook, for a new person via the first questions', () => {
  const playbookPath = '/onboarding?playbookTemplateId=7';
  const person = { isAdmin: false, hasWorkflow: true, scopes: [] };
  expect(afterSignIn(person, { ...settled, playbookPath })).toBe(playbookPath);
  expect(afterSignIn({ ...person, isAdmin: true }, { ...settled, playbookPath })).toBe(playbookPath);
  expect(afterSignIn(person, { ...fresh, playbookPath })).toBe('/userinfo?playbookTemplateId=7');
  expect(afterSignIn({ ...person, scopes: ['PandaGiftCard'] }, { ...settled, playbookPath })).toBe('/gift-cards');
});
