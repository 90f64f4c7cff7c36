import type { Access, ApiKeyScope, CallDeclarations } from '@portage/contracts';
import type { HttpDatabase, SubscriptionStanding, UserRow, WorkflowQuotaSettings } from '@portage/database';
import type { Env } from '../env.ts';

/** Who makes the call, as the database has them right now. */
export type SignedInUser = Omit<UserRow, 'passwordHash'> & {
  /** Id of the session or, for programs, of the API key. */
  sessionId: string;
  /** When this call's access token or API key expires. */
  tokenExpiresAtMs: number;
  /** The admin who acts as this user, or null. */
  impersonatorUserId: string | null;
  standing: SubscriptionStanding;
  /** The account's quotas combined with its plan's; they limit runs. */
  effectiveQuotas: WorkflowQuotaSettings;
  /** The key that a program calls with; null: a person in a browser. */
  apiKey: { id: string; name: string; scopes: readonly ApiKeyScope[] } | null;
};

/** A handler's notes about its response; the router reads them when it sends the response. */
export interface ResponseNotes {
  /** Headers for a declared call's response, such as a cookie; names in lower case. */
  headers: Record<string, string>;
  /** Which of the API's headers the response already has; null: it still needs them. */
  apiHeaders: 'all' | 'few' | null;
  isAudited: boolean;
}

export function createResponseNotes(): ResponseNotes {
  return { headers: {}, apiHeaders: null, isAudited: false };
}

/** Passed to every handler with its parsed input; time and ids are passed in, so that tests control them. */
export interface RequestContext {
  env: Env;
  db: HttpDatabase;
  request: Request;
  requestId: string;
  /** As the platform saw it; null if unknown. */
  ipAddress: string | null;
  /** Origin that people see, for links; no trailing slash. */
  publicOrigin: string;
  /** Shared by all contexts derived from this one. */
  answer: ResponseNotes;
  waitUntil(work: Promise<unknown>): void;
  now(): Date;
  newId(): string;
}

export interface UserContext extends RequestContext {
  user: SignedInUser;
}

/** The caller of a deploy call: an admin in their own name, or the holder of a deploy token. */
export interface Deployer {
  /** A person's address or the token's name, as shown in history and audit log. */
  by: string;
  /** Null: a token. */
  user: SignedInUser | null;
  /** The areas and Workers that the token may deploy; null: all. */
  names: readonly string[] | null;
}

export interface DeployContext extends RequestContext {
  deployer: Deployer;
}

/** `public` calls don't check who calls. */
export type ContextFor<CallAccess extends Access> = CallAccess extends 'public'
  ? RequestContext
  : CallAccess extends 'deploy'
    ? DeployContext
    : UserContext;

export type AccessOf<Calls extends CallDeclarations, Key extends keyof Calls> = Calls[Key] extends { access: infer A extends Access }
  ? A
  : never;
