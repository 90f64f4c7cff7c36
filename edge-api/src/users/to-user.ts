import type { User } from '@portage/contracts/calls';
import type { UserRow } from '@portage/database';

/** The user as the contract shows it (spec AUTH-51): never the hash. */
export function toUser(row: Omit<UserRow, 'passwordHash'>): User {
  return {
    id: row.id,
    email: row.email,
    emailConfirmed: row.emailConfirmed,
    firstName: row.firstName,
    lastName: row.lastName,
    jobTitle: row.jobTitle,
    companyName: row.companyName,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    workflowQuotaSettings: row.workflowQuotaSettings,
    billingDetails: row.billingDetails,
    dashboardType: row.dashboardType,
    scopes: row.scopes,
    hideBilling: row.hideBilling,
    showIntegrationApplications: row.showIntegrationApplications,
    showAIChat: row.showAIChat,
    roles: row.roles,
  };
}
