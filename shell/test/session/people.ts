import type { StoredUser } from '../../src/session/stored-user.ts';

/** A signed-in person whose access token expires `lifeMs` after `nowMs`. */
export function storedUser({
  nowMs = 0,
  lifeMs = 3_600_000,
  ...changes
}: Partial<StoredUser> & { nowMs?: number; lifeMs?: number } = {}): StoredUser {
  return {
    id: 'u1',
    email: 'demo@portage.local',
    emailConfirmed: true,
    firstName: 'Demo',
    lastName: 'Person',
    jobTitle: null,
    companyName: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastLoginAt: null,
    workflowQuotaSettings: {},
    billingDetails: null,
    dashboardType: 'None',
    scopes: [],
    hideBilling: false,
    showIntegrationApplications: false,
    showAIChat: false,
    roles: [],
    hasWorkflow: true,
    accessToken: { value: 'access-1', expiresAt: new Date(nowMs + lifeMs).toISOString() },
    refreshToken: { value: 'refresh-1' },
    ...changes,
  };
}
