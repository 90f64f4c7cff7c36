import type { Calls } from '@portage/contracts/calls';
import type { Rule } from './rule.ts';

export const alertRules = {
  'GET /api/alerts': { kind: 'list', ask: () => ({ path: '/api/alerts' }) },
  'GET /api/alerts/unread-count': { kind: 'list', ask: () => ({ path: '/api/alerts/unread-count' }) },
  'POST /api/alerts/read': { kind: 'self', ask: (of) => ({ path: '/api/alerts/read', body: { alertIds: [of.alertId] } }) },
  'GET /api/alerts/settings': { kind: 'self', ask: () => ({ path: '/api/alerts/settings' }) },
  'PUT /api/alerts/settings': { kind: 'self', ask: () => ({ path: '/api/alerts/settings', body: { sendsEmail: false } }) },
  'POST /api/alerts/settings/webhook-secret': { kind: 'self', ask: () => ({ path: '/api/alerts/settings/webhook-secret' }) },
  'GET /api/alerts/workflows/{workflowId}': { kind: 'thing', ask: (of) => ({ path: `/api/alerts/workflows/${of.workflowId}` }) },
  'PUT /api/alerts/workflows/{workflowId}': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/alerts/workflows/${of.workflowId}`, body: { isEnabled: false, mutedUntil: null } }),
  },
} as const satisfies Partial<Record<keyof Calls, Rule>>;
