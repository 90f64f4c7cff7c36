/** Spec AUTH-52; null: no limit. */
export interface WorkflowQuotaSettings {
  maxWorkflowInstancesPerDay?: number | null | undefined;
  maxWorkflowInstancesPerMinute?: number | null | undefined;
  maxWorkflowInstanceDuration?: number | null | undefined;
  maxStepInstancesPerWorkflowInstance?: number | null | undefined;
}

/** Spec AUTH-53. */
export type DashboardType = 'None' | 'Ecommerce' | 'Event';

/** Spec AUTH-51: the user as the API gives it. */
export interface UserFields {
  id: string;
  email: string;
  emailConfirmed: boolean;
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  companyName: string | null;
  createdAt: string;
  lastLoginAt: string | null;
  workflowQuotaSettings: WorkflowQuotaSettings | null;
  billingDetails: unknown;
  dashboardType: DashboardType;
  scopes: string[];
  hideBilling: boolean;
  showIntegrationApplications: boolean;
  showAIChat: boolean;
  roles: string[];
}

/** The signed-in person as every page sees them (spec AUTH-54). Tokens stay with the shell's session. */
export interface SessionUser extends UserFields {
  isAdmin: boolean;
  isAuthenticated: boolean;
  isImpersonating: boolean;
}

/** Adds what pages ask about most. While impersonating nobody is an administrator. */
export function toSessionUser(fields: UserFields, isImpersonating = false): SessionUser {
  return { ...fields, isAuthenticated: true, isImpersonating, isAdmin: !isImpersonating && fields.roles.includes('ADMIN') };
}
