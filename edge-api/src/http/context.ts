import type { Access, ApiKeyScope, CallDeclarations } from '@portage/contracts';
import type { HttpDatabase, SubscriptionStanding, UserRow, WorkflowQuotaSettings } from '@portage/database';
import type { Env } from '../env.ts';

/** Who makes the call, as the database knows them at this moment. */
export type SignedInUser = Omit<UserRow, 'passwordHash'> & {
  /** Of the session or, where a program calls, of its API key. */
  sessionId: string;
  /** When the access token or the API key of this call runs out. */
  tokenExpiresAtMs: number;
  /** The admin who acts as this user, or null. */
  impersonatorUserId: string | null;
  standing: SubscriptionStanding;
  /** The account's quotas with what the plan names; they bound runs. */
  effectiveQuotas: WorkflowQuotaSettings;
  /** The key that a program calls with; null: a person in a browser. */
  apiKey: { id: string; name: string; scopes: readonly ApiKeyScope[] } | null;
};

/** Notes of a handler about its answer; the router reads them when it sends the answer. */
export interface AnswerNotes {
  /** Headers for the answer to a declared call, such as a cookie; names in lower case. */
  headers: Record<string, string>;
  /** Which of the API's headers the answer has from its making; null: it still needs them. */
  apiHeaders: 'all' | 'few' | null;
  /** The call has a line of its own in the audit log. */
  isAudited: boolean;
}

export function newAnswerNotes(): AnswerNotes {
  return { headers: {}, apiHeaders: null, isAudited: false };
}

/** Handed to every handler besides its parsed input; time and ids are handed in, so that tests own them. */
export interface RequestContext {
  env: Env;
  db: HttpDatabase;
  request: Request;
  requestId: string;
  /** As the platform saw it; null where it is not known. */
  ipAddress: string | null;
  /** Origin that people see, for links; no trailing slash. */
  publicOrigin: string;
  /** Shared by all contexts that are made of this one. */
  answer: AnswerNotes;
  waitUntil(work: Promise<unknown>): void;
  now(): Date;
  newId(): string;
}

export interface UserContext extends RequestContext {
  user: SignedInUser;
}

/** The caller of a deploy call: an admin in their own name, or the holder of a deploy token. */
export interface Deployer {
  /** A person's address or the token's name, as history and audit log have it. */
  by: string;
  /** Null: a token. */
  user: SignedInUser | null;
  /** The areas and Workers that the token may deploy; null: all. */
  names: readonly string[] | null;
}

export interface DeployContext extends RequestContext {
  deployer: Deployer;
}

/** `public` calls do not look at who calls. */
export type ContextFor<CallAccess extends Access> = CallAccess extends 'public'
  ? RequestContext
  : CallAccess extends 'deploy'
    ? DeployContext
    : UserContext;

export type AccessOf<Calls extends CallDeclarations, Key extends keyof Calls> = Calls[Key] extends { access: infer A extends Access }
  ? A
  : never;
