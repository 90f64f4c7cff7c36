import { readMailAddress } from '@portage/primitives/mail-address';
import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { dashboardTypes, GIFT_CARD_SCOPE, LARGEST_QUOTA, QUOTA_RANGE } from '../users/user-fields.ts';
import { changeResultSchema } from './call-results.ts';
import { organisationField, personNameField } from './name-fields.ts';
import { pageFields, searchField, storableText } from './query-fields.ts';

/** Spec AUTH-52; null or absent sets no limit. */
export const workflowQuotaSettingsSchema = z.object({
  maxWorkflowInstancesPerDay: z.number().nullish(),
  maxWorkflowInstancesPerMinute: z.number().nullish(),
  maxWorkflowInstanceDuration: z.number().nullish(),
  maxStepInstancesPerWorkflowInstance: z.number().nullish(),
});

/** Spec AUTH-51 without the tokens. */
const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  jobTitle: z.string().nullable(),
  companyName: z.string().nullable(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  workflowQuotaSettings: workflowQuotaSettingsSchema,
  billingDetails: z.record(z.string(), z.unknown()).nullable(),
  /** Which dashboard the user gets (spec AUTH-53). */
  dashboardType: z.enum(dashboardTypes),
  scopes: z.array(z.string()),
  hideBilling: z.boolean(),
  /** Whether the person has a billing page; only in responses about oneself. */
  showBilling: z.boolean().optional(),
  showIntegrationApplications: z.boolean(),
  showAIChat: z.boolean(),
  roles: z.array(z.string()),
});

/** Absent: unchanged; null: no limit from now on. */
function quotaField() {
  return z.number({ error: QUOTA_RANGE }).int(QUOTA_RANGE).min(0, QUOTA_RANGE).max(LARGEST_QUOTA, QUOTA_RANGE).nullish();
}

const quotaChangesSchema = z.strictObject({
  maxWorkflowInstancesPerDay: quotaField(),
  maxWorkflowInstancesPerMinute: quotaField(),
  maxWorkflowInstanceDuration: quotaField(),
  maxStepInstancesPerWorkflowInstance: quotaField(),
});

const BILLING_ADDRESS = 'Please enter an address that begins with https://';
const billingAddress = storableText(2_000)
  .trim()
  .pipe(z.url({ protocol: /^https$/, error: BILLING_ADDRESS }));

/** Spec USER-12: the fields of another person that an admin may change. */
const userChangesSchema = z.strictObject({
  firstName: personNameField('Please enter First Name').optional(),
  lastName: personNameField('Please enter Last Name').optional(),
  jobTitle: organisationField().nullish(),
  companyName: organisationField().nullish(),
  hideBilling: z.boolean().optional(),
  /** The person's own billing page; null: Portage's. */
  customBillingUrl: billingAddress.nullish(),
  showIntegrationApplications: z.boolean().optional(),
  showAIChat: z.boolean().optional(),
  /** Spec AUTH-55: the one scope with an effect. */
  scopes: z
    .array(z.enum([GIFT_CARD_SCOPE]))
    .max(1)
    .optional(),
  /** Spec AUTH-30: `hasWorkflow` in the sign-in response. */
  hasWorkflowAccess: z.boolean().optional(),
  dashboardType: z.enum(dashboardTypes).optional(),
  workflowQuotaSettings: quotaChangesSchema.optional(),
});

const accessTokenSchema = z.object({ value: z.string(), expiresAt: z.string() });
const refreshTokenSchema = z.object({ value: z.string() });

const signedInUserSchema = userSchema.extend({ accessToken: accessTokenSchema, refreshToken: refreshTokenSchema });

const managedUserSchema = userSchema.extend({
  hasWorkflowAccess: z.boolean(),
  plan: z
    .object({
      name: z.string().nullable(),
      status: z.string(),
      isValid: z.boolean(),
      isGranted: z.boolean(),
      endsAt: z.string().nullable(),
    })
    .nullable(),
});

export type User = z.output<typeof userSchema>;
export type SignedInUser = z.output<typeof signedInUserSchema>;

const signedInResponse = z.object({ user: signedInUserSchema, hasWorkflow: z.boolean() });

/** Spec AUTH-05..08; the texts are the contract. */
export const emailField = storableText(320)
  .trim()
  .min(1, 'Please enter Email')
  .pipe(
    z
      .string()
      .overwrite((email) => readMailAddress(email)?.address ?? email)
      .refine((email) => readMailAddress(email) !== null, 'Email should have valid format')
      .meta({ format: 'email' }),
  );

export function newPasswordField() {
  return storableText(10_000).min(1, 'Please enter Password').min(6, 'Password is too short').max(128, 'Password is too long');
}

/** A one-time secret as it appears in a link or in the browser's storage. */
const tokenField = z.string().min(1).max(500);
const refCodeField = storableText(200).nullish();

/** The result of opening a link from a mailbox; `notice` says what ended with it. */
const proofResultSchema = z.object({ success: z.boolean(), errorMessage: z.string().nullable(), notice: z.string().optional() });

export const userCalls = defineCalls({
  'POST /api/users/signin': {
    summary: 'Signs a person in.',
    access: 'public',
    effect: 'write',
    body: z.strictObject({
      email: storableText(320).trim().min(1, 'Please enter Login'),
      password: z.string().min(1, 'Please enter Password').max(10_000),
      refCode: refCodeField,
    }),
    response: signedInResponse,
  },
  'POST /api/users/signup': {
    summary: 'Creates an account and signs the person in.',
    access: 'public',
    effect: 'write',
    body: z.strictObject({
      firstName: personNameField('Please enter First Name'),
      lastName: personNameField('Please enter Last Name'),
      email: emailField,
      password: newPasswordField(),
      refCode: refCodeField,
      firstAdminToken: tokenField.optional().describe('From the link that a new Portage prints: makes the account its admin.'),
    }),
    response: signedInResponse,
  },
  'POST /api/users/signout': {
    summary: 'Ends the session that the access token belongs to.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/users/refresh-token': {
    summary: 'Exchanges a refresh token, which is usable once, for a new pair of tokens.',
    access: 'public',
    effect: 'write',
    body: z.strictObject({ refreshToken: tokenField }),
    response: z.object({ accessToken: accessTokenSchema, refreshToken: refreshTokenSchema }),
  },
  'GET /api/users/me': {
    summary: 'The caller’s account as it is now; browsers ask once a minute.',
    access: 'user',
    effect: 'read',
    response: z.object({ user: userSchema, hasWorkflow: z.boolean() }),
  },
  'PUT /api/users/info': {
    summary: 'Changes the caller’s name, job title and company; omitted fields are unchanged.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      firstName: personNameField('Please enter First Name').optional(),
      lastName: personNameField('Please enter Last Name').optional(),
      jobTitle: organisationField().nullish(),
      companyName: organisationField().nullish(),
    }),
    response: z.object({ user: userSchema }),
  },
  'GET /api/users/has-valid-subscription': {
    summary: 'Whether the caller has a valid subscription; impersonation counts as one.',
    access: 'user',
    effect: 'read',
    response: z.object({ hasValidSubscription: z.boolean() }),
  },
  'POST /api/users/forgot-password': {
    summary: 'Sends a link to reset the password if the address has an account; the response is the same either way.',
    access: 'public',
    effect: 'write',
    body: z.strictObject({ email: emailField }),
    response: changeResultSchema,
  },
  'POST /api/users/reset-password': {
    summary:
      'Sets a new password with the token from the e-mail and ends every session of the account. If the account’s holder had not confirmed the address, API keys, webhook addresses, shares and connections from before end, too.',
    access: 'public',
    effect: 'write',
    body: z.strictObject({ password: newPasswordField(), token: tokenField }),
    response: proofResultSchema,
  },
  'POST /api/users/confirm-email': {
    summary:
      'Confirms an address with the token from the sign-up e-mail. With a session of the account, nothing else changes; without one, its sessions end, as does everything created in the account before.',
    access: 'public',
    effect: 'write',
    body: z.strictObject({ token: z.string().min(1).max(2_000) }),
    response: proofResultSchema,
  },
  'GET /api/users': {
    summary: 'Lists users, newest first, by part of their e-mail address.',
    access: 'admin',
    effect: 'read',
    query: z.strictObject({ userEmail: searchField(), ...pageFields() }),
    response: z.object({ users: z.array(managedUserSchema), totalCount: z.number() }),
  },
  'POST /api/users/impersonate': {
    summary: 'Signs an admin in as another person, for as long as the admin’s own session lasts. Not while impersonating.',
    access: 'admin',
    effect: 'write',
    body: z.strictObject({ userId: z.string().min(1).max(200) }),
    response: z.object({ user: signedInUserSchema.extend({ isImpersonating: z.literal(true) }), hasWorkflow: z.boolean() }),
  },
  'GET /api/users/default-quotas': {
    summary: 'The default quotas of new accounts.',
    access: 'admin',
    effect: 'read',
    response: z.object({ workflowQuotaSettings: workflowQuotaSettingsSchema }),
  },
  'PUT /api/users/default-quotas': {
    summary: 'Sets the default quotas of new accounts; an omitted or null quota means no limit. Existing accounts keep theirs.',
    access: 'admin',
    effect: 'write',
    body: z.strictObject({ workflowQuotaSettings: quotaChangesSchema }),
    response: z.object({ workflowQuotaSettings: workflowQuotaSettingsSchema }),
  },
  'PUT /api/users/{id}': {
    summary: 'Changes a user’s quotas, flags and names; omitted fields are unchanged.',
    access: 'admin',
    effect: 'write',
    alsoMethods: ['PATCH'],
    body: userChangesSchema,
    response: z.object({ user: userSchema }),
  },
  'DELETE /api/users/{id}': {
    summary: 'Deletes a user: stops their workflows and runs, removes their connectors with the secrets, and ends every session.',
    access: 'admin',
    effect: 'write',
    response: changeResultSchema,
  },
});
