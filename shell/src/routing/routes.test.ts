import { AREA_NAMES, AREAS } from '@portage/registry';
import { describe, expect, test } from 'vitest';
import { isBarePath, isEditorPath, normalPath, resolveRoute, type Visitor } from './routes.ts';

const person: Visitor = { isAdmin: false, home: '/workflows' };
const admin: Visitor = { isAdmin: true, home: '/admin/workflows' };

describe('an unknown visitor', () => {
  test.for(['/signin', '/signup', '/forgot-password', '/reset-password'])('sees %s', (path) => {
    expect(resolveRoute(path, null)).toMatchObject({ kind: 'page' });
  });

  test.for(['/', '/workflows', '/run-history/1/view', '/admin/users', '/userinfo', '/nowhere', '/signin/x', '/__proto__', '/constructor'])(
    'is redirected from %s to /signin',
    (path) => {
      expect(resolveRoute(path, null)).toEqual({ kind: 'redirect', to: '/signin' });
    },
  );

  test.for([
    ['/connector-created', 'connector-created'],
    ['/booker/7/select-location', 'booker-location'],
    ['/apps/shopify/signin', 'install'],
    ['/apps/nobody/signin', 'install'],
    ['/apps/shopify/help', 'install-welcome'],
    ['/apps/zoom/error/', 'install-error'],
  ])('SHELL-06: sees %s', ([path = '', page]) => {
    expect(resolveRoute(path, null)).toEqual({ kind: 'page', page });
    expect(resolveRoute(path, person)).toEqual({ kind: 'page', page });
  });

  test.for(['/apps/shopify', '/apps/shopify/other', '/booker/7', '/booker//select-location', '/connectors/7/edit'])(
    'is redirected from %s to /signin',
    (path) => {
      expect(resolveRoute(path, null)).toEqual({ kind: 'redirect', to: '/signin' });
    },
  );

  test('passes /onboarding, which leads to sign-up', () => {
    expect(resolveRoute('/onboarding', null)).toEqual({ kind: 'page', page: 'onboarding' });
  });
});

describe('a signed-in person', () => {
  test.for(['/signin', '/signup'])('is redirected from %s to the start page', (path) => {
    expect(resolveRoute(path, person)).toEqual({ kind: 'redirect', to: '/' });
  });

  test('is led from the start page to the workflows, an admin to all workflows', () => {
    expect(resolveRoute('/', person)).toEqual({ kind: 'redirect', to: '/workflows' });
    expect(resolveRoute('/', admin)).toEqual({ kind: 'redirect', to: '/admin/workflows' });
  });

  test('is redirected from admin addresses to /signin if not an admin; from there the guard leads to the start page', () => {
    for (const path of ['/admin/users', '/admin', '/users', '/users/'])
      expect(resolveRoute(path, person)).toEqual({ kind: 'redirect', to: '/signin' });
    expect(resolveRoute('/signin', person)).toEqual({ kind: 'redirect', to: '/' });
    // SHELL-07: starts the template that they chose.
    for (const path of ['/signin', '/signup']) {
      expect(resolveRoute(path, person, 'a b')).toEqual({ kind: 'redirect', to: '/onboarding?playbookTemplateId=a+b' });
    }
  });

  test('TPL-07: sees the templates at the address that is open to all', () => {
    expect(resolveRoute('/admin/workflow-templates', person)).toEqual({ kind: 'area', area: 'admin' });
    expect(resolveRoute('/admin/templates', person)).toEqual({ kind: 'redirect', to: '/signin' });
    expect(resolveRoute('/admin/workflow-templates', null)).toEqual({ kind: 'redirect', to: '/signin' });
  });

  test('sees admin addresses if an admin, including /users', () => {
    for (const path of ['/admin/users', '/users']) expect(resolveRoute(path, admin)).toEqual({ kind: 'area', area: 'admin' });
  });

  test('sees each area at its addresses, with and without a trailing slash', () => {
    expect(resolveRoute('/workflows/', person)).toEqual({ kind: 'area', area: 'workflows' });
    expect(resolveRoute('/run-history/1/view', person)).toEqual({ kind: 'area', area: 'workflows' });
    expect(resolveRoute('/stats', person)).toEqual({ kind: 'area', area: 'playbooks' });
    expect(resolveRoute('/playbooks-and-templates', person)).toEqual({ kind: 'area', area: 'playbooks' });
    for (const path of ['/playbookslist', '/playbooklist', '/playbook-wizards/7', '/playbooks/7'])
      expect(resolveRoute(path, person)).toEqual({ kind: 'area', area: 'playbooks' });
    expect(resolveRoute('/dashboard', person)).toEqual({ kind: 'area', area: 'playbooks' });
    expect(resolveRoute('/dashboard/1/item/2/view', person)).toEqual({ kind: 'area', area: 'playbooks' });
    expect(resolveRoute('/ecommerce-dashboard/1/item/2/view', person)).toEqual({ kind: 'area', area: 'playbooks' });
    expect(resolveRoute('/connectors', person)).toEqual({ kind: 'area', area: 'connectors' });
    expect(resolveRoute('/gift-cards/7', person)).toEqual({ kind: 'area', area: 'billing' });
  });

  test('finds no page of the shell where the registry names an area', () => {
    for (const area of AREA_NAMES) {
      for (const prefix of AREAS[area].prefixes) expect(resolveRoute(prefix, admin)).toEqual({ kind: 'area', area });
    }
  });

  test.for(['/help', '/help/steps', '/help/no-such-page/'])('reads the guide at %s', (path) => {
    expect(resolveRoute(path, person)).toEqual({ kind: 'help' });
    expect(resolveRoute(path, null)).toEqual({ kind: 'redirect', to: '/signin' });
  });

  test.for(['/account', '/account/api-keys', '/account/no-such-section/'])('finds their own account at %s', (path) => {
    expect(resolveRoute(path, person)).toEqual({ kind: 'account' });
    expect(resolveRoute(path, null)).toEqual({ kind: 'redirect', to: '/signin' });
  });

  test.for(['/nowhere', '/accounts', '/helpx', '/workflowsx', '/constructor', '/__proto__'])('is told that %s does not exist', (path) => {
    expect(resolveRoute(path, person)).toEqual({ kind: 'not-found' });
  });
});

test('an address has one spelling', () => {
  expect(normalPath('/')).toBe('/');
  expect(normalPath('/workflows//')).toBe('/workflows');
});

test('CONN-12: the popup has nothing around it', () => {
  expect(isBarePath('/connectors/addPopup/')).toBe(true);
  expect(isBarePath('/connectors/add')).toBe(false);
});

test('the editor of a workflow fills its page', () => {
  expect(['/workflows/7/edit', '/workflows/7/edit/', '/workflows', '/workflows/7', '/workflows/add'].map(isEditorPath)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
