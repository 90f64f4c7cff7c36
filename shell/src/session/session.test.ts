import { expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { storedUser } from '../../test/session/people.ts';
import { Session } from './session.ts';
import { IMPERSONATE_KEY, USER_KEY, type UserStorages } from './stored-user.ts';

function storages(): UserStorages & { local: MemoryStorage; tab: MemoryStorage } {
  return { local: new MemoryStorage(), tab: new MemoryStorage() };
}

test('a person stays signed in after a reload, until sign-out', () => {
  const stores = storages();
  new Session(stores).signIn(storedUser({ roles: ['ADMIN'] }));
  const session = new Session(stores);
  expect(session.getUser()).toMatchObject({ email: 'demo@portage.local', isAdmin: true, isAuthenticated: true, isImpersonating: false });
  session.clear();
  expect(session.getUser()).toBeNull();
  expect(new Session(stores).getUser()).toBeNull();
});

test('a browser that is out of space still lets a person in, until the page is reloaded', () => {
  const stores = storages();
  stores.local.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  const session = new Session(stores);
  session.signIn(storedUser());
  session.update({ firstName: 'Ada' });
  expect(session.getUser()).toMatchObject({ email: 'demo@portage.local', isAuthenticated: true });
  expect(new Session(stores).getUser()).toBeNull();
});

test('pages never see the tokens', () => {
  const session = new Session(storages());
  session.signIn(storedUser());
  expect(JSON.stringify(session.getUser())).not.toContain('access-1');
  expect(JSON.stringify(session.getUser())).not.toContain('refresh-1');
});

test('new tokens reach every tab without notifying any page', () => {
  const stores = storages();
  const [first, second] = [new Session(stores), new Session(stores)];
  first.signIn(storedUser());
  second.reread();
  const listener = vi.fn();
  second.subscribe(listener);
  const user = second.getUser();

  first.update({ refreshToken: { value: 'refresh-2' } });
  second.reread();
  expect(second.stored?.refreshToken.value).toBe('refresh-2');
  expect(second.getUser()).toBe(user);
  expect(listener).not.toHaveBeenCalled();
});

test('a sign-out in one tab ends the session in the others', () => {
  const stores = storages();
  const [first, second] = [new Session(stores), new Session(stores)];
  const page = new EventTarget();
  second.followOtherTabs(page as Window);
  first.signIn(storedUser());
  page.dispatchEvent(Object.assign(new Event('storage'), { key: USER_KEY }));
  expect(second.getUser()).not.toBeNull();

  first.clear();
  page.dispatchEvent(Object.assign(new Event('storage'), { key: USER_KEY }));
  expect(second.getUser()).toBeNull();
});

test('an update keeps what another tab has changed meanwhile', () => {
  const stores = storages();
  const [first, second] = [new Session(stores), new Session(stores)];
  first.signIn(storedUser());
  second.reread();
  first.update({ refreshToken: { value: 'refresh-2' } });
  second.update({ jobTitle: 'Porter' });
  expect(new Session(stores).stored).toMatchObject({ jobTitle: 'Porter', refreshToken: { value: 'refresh-2' } });
});

test('an impersonated user belongs to one tab, is not an admin, and leaves the admin’s own session alone at sign-out', () => {
  const stores = storages();
  new Session(stores).signIn(storedUser({ id: 'admin', roles: ['ADMIN'] }));
  stores.local.setItem(IMPERSONATE_KEY, JSON.stringify(storedUser({ id: 'u2', email: 'other@portage.local', roles: ['ADMIN'] })));

  const session = new Session(stores);
  expect(session.getUser()).toMatchObject({ id: 'u2', isImpersonating: true, isAdmin: false });
  expect(stores.local.getItem(IMPERSONATE_KEY)).toBeNull();
  session.clear();
  expect(new Session({ local: stores.local, tab: new MemoryStorage() }).getUser()).toMatchObject({ id: 'admin', isAdmin: true });
});

test('an impersonated session that ends twice, as when two calls are refused at once, leaves the admin’s own alone', () => {
  const stores = storages();
  new Session(stores).signIn(storedUser({ id: 'admin', roles: ['ADMIN'] }));
  stores.local.setItem(IMPERSONATE_KEY, JSON.stringify(storedUser({ id: 'u2' })));
  const session = new Session(stores);
  session.clear();
  session.clear();
  expect(session.getUser()).toBeNull();
  expect(new Session({ local: stores.local, tab: new MemoryStorage() }).getUser()).toMatchObject({ id: 'admin' });
});

test('the impersonate call’s response is taken over unchanged, only by a new tab, never by a reloaded one', () => {
  const stores = storages();
  new Session(stores).signIn(storedUser({ id: 'admin', roles: ['ADMIN'] }));
  const { hasWorkflow, ...user } = storedUser({ id: 'u2' });
  stores.local.setItem(IMPERSONATE_KEY, JSON.stringify({ user: { ...user, isImpersonating: true }, hasWorkflow }));
  expect(new Session({ local: stores.local, tab: new MemoryStorage() }, false).getUser()).toMatchObject({ id: 'admin' });
  const tab = { local: stores.local, tab: new MemoryStorage() };
  expect(new Session(tab).stored).toMatchObject({ id: 'u2', hasWorkflow });
  expect(new Session({ local: stores.local, tab: new MemoryStorage() }).getUser()).toMatchObject({ id: 'admin', isImpersonating: false });
});

test.for([
  '',
  'null',
  '{}',
  '[]',
  'no json',
  '{"id":"u1"}',
  JSON.stringify({ ...storedUser(), accessToken: { value: 'x', expiresAt: 'never' } }),
])('nobody is signed in if storage contains %j', (text) => {
  const stores = storages();
  stores.local.setItem(USER_KEY, text);
  expect(new Session(stores).getUser()).toBeNull();
});

test('a browser that refuses storage still keeps a person signed in while the page is open', () => {
  const session = new Session({ local: null, tab: null });
  session.signIn(storedUser());
  session.update({ jobTitle: 'Porter' });
  expect(session.getUser()?.jobTitle).toBe('Porter');
});
