import type { Calls } from '@portage/contracts/calls';
import { TEST_PASSWORD } from '../api.ts';
import type { Belongings } from './belongings.ts';
import type { Rule } from './rule.ts';

const ofDashboard = (suffix: string) => (of: Belongings) => ({ path: `/api/dashboards/${of.dashboardId}${suffix}` });

/** Calls on accounts, gift cards, dashboards, scripts, deployments and Portage itself. */
export const houseRules = {
  'GET /api/health': { kind: 'public', ask: { path: '/api/health' } },
  'GET /api/configuration': { kind: 'public', ask: { path: '/api/configuration' } },
  'POST /api/users/signin': { kind: 'public', ask: { path: '/api/users/signin', body: {} } },
  'POST /api/users/signup': { kind: 'public', ask: { path: '/api/users/signup', body: {} } },
  'POST /api/users/refresh-token': { kind: 'public', ask: { path: '/api/users/refresh-token', body: {} } },
  'POST /api/users/forgot-password': { kind: 'public', ask: { path: '/api/users/forgot-password', body: {} } },
  'POST /api/users/reset-password': { kind: 'public', ask: { path: '/api/users/reset-password', body: {} } },
  'POST /api/users/confirm-email': { kind: 'public', ask: { path: '/api/users/confirm-email', body: {} } },
  'POST /api/users/signout': { kind: 'self', ask: () => ({ path: '/api/users/signout' }) },
  'GET /api/users/me': { kind: 'self', ask: () => ({ path: '/api/users/me' }) },
  'PUT /api/users/info': { kind: 'self', ask: () => ({ path: '/api/users/info', body: { jobTitle: 'Intruder' } }) },
  'GET /api/users/has-valid-subscription': { kind: 'self', ask: () => ({ path: '/api/users/has-valid-subscription' }) },
  'GET /api/billing/get-custom-billing-url': { kind: 'self', ask: () => ({ path: '/api/billing/get-custom-billing-url' }) },
  'GET /api/billing/stripe/get-active-product': { kind: 'self', ask: () => ({ path: '/api/billing/stripe/get-active-product' }) },
  'GET /api/billing/stripe/get-products': { kind: 'self', ask: () => ({ path: '/api/billing/stripe/get-products' }) },
  'POST /api/billing/stripe/create-session': { kind: 'own', ask: () => ({ path: '/api/billing/stripe/create-session' }) },
  'POST /api/billing/stripe/buy-subscription': {
    kind: 'own',
    ask: () => ({ path: '/api/billing/stripe/buy-subscription', body: { priceId: 'price_PortageStarterMonthly' } }),
  },
  'GET /api/billing/stripe/checkout-success': {
    kind: 'self',
    ask: () => ({ path: '/api/billing/stripe/checkout-success?sessionId=cs_test_of_a_stranger' }),
  },
  'GET /api/users/{id}/subscription': { kind: 'admin', ask: ({ owner }) => ({ path: `/api/users/${owner.row.id}/subscription` }) },
  'PUT /api/users/{id}/subscription-grant': {
    kind: 'admin',
    ask: ({ owner }) => ({
      path: `/api/users/${owner.row.id}/subscription-grant`,
      body: { priceId: null, endsAt: new Date(Date.now() + 86_400_000).toISOString() },
    }),
  },
  'DELETE /api/users/{id}/subscription-grant': {
    kind: 'admin',
    ask: ({ owner }) => ({ path: `/api/users/${owner.row.id}/subscription-grant` }),
  },
  'GET /api/account/keys': { kind: 'list', ask: () => ({ path: '/api/account/keys' }) },
  'POST /api/account/keys': {
    kind: 'own',
    ask: () => ({ path: '/api/account/keys', body: { name: 'Mine', scopes: ['read'], expiresAt: null } }),
  },
  'DELETE /api/account/keys/{id}': { kind: 'thing', ask: (of) => ({ path: `/api/account/keys/${of.apiKeyId}` }) },
  'POST /api/account/password': {
    kind: 'own',
    ask: () => ({
      path: '/api/account/password',
      body: { currentPassword: TEST_PASSWORD, newPassword: 'a longer and better one', revokeApiKeys: true },
    }),
  },
  'POST /api/account/email-confirmation': { kind: 'own', ask: () => ({ path: '/api/account/email-confirmation' }) },
  'POST /api/account/email': {
    kind: 'own',
    ask: () => ({ path: '/api/account/email', body: { email: 'new-address@example.test', currentPassword: TEST_PASSWORD } }),
  },
  'POST /api/account/delete': { kind: 'own', ask: () => ({ path: '/api/account/delete', body: { currentPassword: TEST_PASSWORD } }) },
  'PUT /api/account/time-zone': { kind: 'self', ask: () => ({ path: '/api/account/time-zone', body: { timeZone: 'Europe/Berlin' } }) },
  'GET /api/account/sessions': { kind: 'list', ask: () => ({ path: '/api/account/sessions' }) },
  'DELETE /api/account/sessions/{id}': { kind: 'own', ask: (of) => ({ path: `/api/account/sessions/${of.sessionId}` }) },
  'POST /api/account/sessions/end-others': { kind: 'own', ask: () => ({ path: '/api/account/sessions/end-others' }) },
  'GET /api/account/first-steps': { kind: 'self', ask: () => ({ path: '/api/account/first-steps' }) },
  'PUT /api/account/first-steps': { kind: 'self', ask: () => ({ path: '/api/account/first-steps', body: { isClosed: true } }) },
  'GET /api/account/quota': { kind: 'self', ask: () => ({ path: '/api/account/quota' }) },
  'GET /api/users': { kind: 'admin', ask: () => ({ path: '/api/users' }) },
  'POST /api/users/impersonate': {
    kind: 'admin',
    ask: ({ owner }) => ({ path: '/api/users/impersonate', body: { userId: owner.row.id } }),
  },
  'GET /api/users/default-quotas': { kind: 'admin', ask: () => ({ path: '/api/users/default-quotas' }) },
  'PUT /api/users/default-quotas': {
    kind: 'admin',
    ask: () => ({ path: '/api/users/default-quotas', body: { workflowQuotaSettings: {} } }),
  },
  'PUT /api/users/{id}': {
    kind: 'admin',
    ask: ({ owner }) => ({ path: `/api/users/${owner.row.id}`, body: { workflowQuotaSettings: { maxWorkflowInstancesPerDay: 7 } } }),
  },
  'DELETE /api/users/{id}': { kind: 'admin', ask: ({ owner }) => ({ path: `/api/users/${owner.row.id}` }) },
  'GET /api/audit': { kind: 'admin', ask: () => ({ path: '/api/audit' }) },
  'GET /api/audit/export': { kind: 'admin', ask: () => ({ path: '/api/audit/export' }) },
  'GET /api/gift-cards': { kind: 'list', ask: () => ({ path: '/api/gift-cards' }) },
  'GET /api/gift-cards/{id}': { kind: 'thing', ask: (of) => ({ path: `/api/gift-cards/${of.giftCardId}` }), adminMayRead: true },
  'GET /api/dashboards/insights': { kind: 'list', ask: () => ({ path: '/api/dashboards/insights' }) },
  'GET /api/dashboards/stats': { kind: 'list', ask: () => ({ path: '/api/dashboards/stats' }) },
  'GET /api/dashboards': { kind: 'list', ask: () => ({ path: '/api/dashboards' }) },
  'POST /api/dashboards': { kind: 'impersonated', ask: () => ({ path: '/api/dashboards', body: { dashboardType: 'Ecommerce' } }) },
  'GET /api/dashboards/get-ecommerce-dashboard-id': {
    kind: 'list',
    ask: () => ({ path: '/api/dashboards/get-ecommerce-dashboard-id' }),
  },
  'GET /api/dashboards/{id}': { kind: 'thing', ask: ofDashboard('') },
  'POST /api/dashboards/{id}/run-workflows': { kind: 'thing', ask: ofDashboard('/run-workflows') },
  'GET /api/dashboards/{dashboardId}/items': { kind: 'thing', ask: ofDashboard('/items') },
  'GET /api/dashboards/{dashboardId}/orders': { kind: 'thing', ask: ofDashboard('/orders') },
  'GET /api/dashboards/{dashboardId}/products': { kind: 'thing', ask: ofDashboard('/products') },
  'GET /api/dashboards/{dashboardId}/integrationItems': { kind: 'thing', ask: ofDashboard('/integrationItems') },
  'GET /api/dashboards/{dashboardId}/items/{itemId}': {
    kind: 'thing',
    ask: (of) => ofDashboard(`/items/${of.dashboardItemId}`)(of),
  },
  'POST /api/dashboards/{dashboardId}/items/{itemId}/delete': {
    kind: 'thing',
    ask: (of) => ofDashboard(`/items/${of.dashboardItemId}/delete`)(of),
  },
  'POST /api/ai-custom-script/adjust-with-ai': {
    kind: 'self',
    ask: () => ({
      path: '/api/ai-custom-script/adjust-with-ai',
      body: { model: 'gpt-4o-mini', prompt: 'double it', content: 'return 1;' },
    }),
  },
  'GET /api/ai-custom-script/base-prompt': { kind: 'self', ask: () => ({ path: '/api/ai-custom-script/base-prompt' }) },
  'GET /api/maintenance/backend-exception': {
    kind: 'admin',
    ask: () => ({ path: '/api/maintenance/backend-exception' }),
    status: 500,
  },
  'GET /api/maintenance/log-message/{level}': { kind: 'admin', ask: () => ({ path: '/api/maintenance/log-message/error' }) },
  'GET /api/maintenance/health': { kind: 'admin', ask: () => ({ path: '/api/maintenance/health' }) },
  'POST /api/maintenance/reconcile': { kind: 'deploy', ask: () => ({ path: '/api/maintenance/reconcile', body: {} }) },
  'GET /api/deployments': { kind: 'deploy', ask: () => ({ path: '/api/deployments' }) },
  'POST /api/deployments/contract': { kind: 'deploy', ask: () => ({ path: '/api/deployments/contract', body: { calls: [] } }) },
  // Passes the access check, but what it names doesn't exist.
  'GET /api/deployments/{name}/versions/{version}': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/versions/none' }),
    status: 404,
  },
  'POST /api/deployments/{name}/versions/{version}': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/versions/none', body: { files: [], shared: {}, sizeBrotliBytes: 0 } }),
    status: 400,
  },
  'POST /api/deployments/{name}/live': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/live', body: { version: 'none' } }),
    status: 404,
  },
  'POST /api/deployments/live': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/live', body: { versions: [{ name: 'billing', version: 'none' }] } }),
    status: 404,
  },
  'POST /api/deployments/freezes': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/freezes', body: { name: 'billing', endsAt: '2020-01-01T00:00:00Z', reason: 'none' } }),
    status: 400,
  },
  'DELETE /api/deployments/freezes/{name}': { kind: 'deploy', ask: () => ({ path: '/api/deployments/freezes/billing' }) },
  'GET /api/deployments/sets': { kind: 'deploy', ask: () => ({ path: '/api/deployments/sets' }) },
  'POST /api/deployments/sets/{number}/live': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/sets/0/live', body: {} }),
    status: 404,
  },
  'POST /api/deployments/{name}/rollback': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/rollback', body: { version: 'none' } }),
    status: 404,
  },
  'POST /api/deployments/{name}/canary': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/canary', body: { version: 'none', percent: 0 } }),
    status: 404,
  },
  'POST /api/deployments/{name}/hold': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/connectors/hold', body: { isHeld: true, expectedRevision: 999_999 } }),
    status: 409,
  },
  'POST /api/deployments/{name}/removed': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/removed', body: {} }),
    status: 409,
  },
  'POST /api/deployments/{name}/bad': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/bad', body: { version: 'none', isBad: true } }),
    status: 404,
  },
  'GET /api/deployments/previews': { kind: 'deploy', ask: () => ({ path: '/api/deployments/previews' }) },
  'POST /api/deployments/{name}/previews': {
    kind: 'deploy',
    ask: () => ({ path: '/api/deployments/billing/previews', body: { name: 'none', version: 'none' } }),
    status: 404,
  },
  'DELETE /api/deployments/previews/{id}': { kind: 'deploy', ask: () => ({ path: `/api/deployments/previews/${crypto.randomUUID()}` }) },
  'POST /api/deployments/previews/opened': {
    kind: 'own',
    ask: () => ({ path: '/api/deployments/previews/opened', body: { link: 'none' } }),
    ownerStatus: 404,
  },
  'GET /api/deployments/previews/opened': { kind: 'list', ask: () => ({ path: '/api/deployments/previews/opened' }) },
  'DELETE /api/deployments/previews/opened/{area}': { kind: 'self', ask: () => ({ path: '/api/deployments/previews/opened/billing' }) },
  'GET /api/deployments/hooks': { kind: 'admin', ask: () => ({ path: '/api/deployments/hooks' }) },
  'POST /api/deployments/hooks': {
    kind: 'admin',
    ask: () => ({ path: '/api/deployments/hooks', body: { name: 'None', kind: 'Webhook', url: 'http://127.0.0.1/' } }),
    status: 400,
  },
  'DELETE /api/deployments/hooks/{id}': { kind: 'admin', ask: () => ({ path: `/api/deployments/hooks/${crypto.randomUUID()}` }) },
  'POST /api/deployments/hooks/{id}/test': {
    kind: 'admin',
    ask: () => ({ path: '/api/deployments/hooks/none/test', body: {} }),
    status: 404,
  },
  'POST /api/deployments/reports': {
    kind: 'self',
    ask: () => ({ path: '/api/deployments/reports', body: { area: 'billing', version: 'none', outcome: 'LoadFailed' } }),
  },
} as const satisfies Partial<Record<keyof Calls, Rule>>;
