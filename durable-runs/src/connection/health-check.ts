import { authSchemes, signingType } from '@portage/connectors/authorization';
import type { TestConnectionResult } from '@portage/contracts';
import type { EgressRequest, EgressResult } from '../egress/egress-message.ts';
import { showsSign } from './answer-signs.ts';
import type { ConnectionProfile } from './connection-profile.ts';
import type { ConnectionLease } from './lease.ts';
import { hasExpired } from './send-with-connection.ts';

const TIMEOUT_MS = 20_000;

/** The harmless call a type names, or else a call to its base URL. */
export function healthCheckRequest({ settings }: ConnectionProfile, { baseUrl }: ConnectionLease): EgressRequest {
  const { method = 'GET', path = '', body } = settings.healthCheck ?? {};
  return {
    method,
    url: baseUrl + path,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body ?? null,
    systemHeaders: {},
    timeoutMs: TIMEOUT_MS,
  };
}

/** What a response means for the connection, and what to do about it. */
export function judgeHealth(profile: ConnectionProfile, lease: ConnectionLease, answer: EgressResult): TestConnectionResult {
  const { typeName, settings } = profile;
  if (!answer.ok) {
    return failed(`${typeName} could not be called at ${lease.baseUrl}. ${answer.message} Check the connector's settings and try again.`);
  }
  const { status } = answer;
  if (hasExpired(lease, answer)) return failed(refusedCredentials(profile, status));
  if (status === 403) {
    return failed(
      `${typeName} accepts the credentials but doesn’t allow this (403). Give them the right to read, or ${lower(describeRemedy(profile))}`,
    );
  }
  if (status === 429 || showsSign(lease.rateLimitSigns, answer)) {
    return failed(`${typeName} isn’t accepting calls at the moment (${status}). It did not refuse the credentials; try again later.`);
  }
  if (showsSign(settings.healthCheck?.failureSigns ?? [], answer)) {
    return failed(`${typeName} responded with an error instead of data (${status}). ${describeRemedy(profile)}`);
  }
  if (status >= 500) return failed(`${typeName} has an internal problem (${status}). Try again later.`);
  // If the type names no call, any other response only shows that the system is up.
  if (settings.healthCheck && status >= 400) {
    return failed(
      `${typeName} responded with ${status}. Check the connector's settings, such as ${profile.fields.slug ? 'its slug and ' : ''}its address.`,
    );
  }
  if (status >= 400) {
    return {
      isSuccess: true,
      message: `${typeName} responded with ${status} and didn’t refuse the credentials; its connector type defines no test call.`,
    };
  }
  return { isSuccess: true, message: `The connection to ${typeName} works.` };
}

/** The message when the system refused the credentials. */
export function refusedCredentials(profile: ConnectionProfile, status: number): string {
  return `${profile.typeName} did not accept the credentials (${status}). ${describeRemedy(profile)}`;
}

function describeRemedy({ tokenSource, authorizationType, settings }: ConnectionProfile): string {
  switch (tokenSource) {
    case 'oauth2':
    case 'oauth1':
      return 'Press Re-Connect.';
    case 'login':
      return 'Check the user name and the password.';
    case 'oauth2-machine':
    case 'none':
      return authSchemes[signingType(authorizationType, tokenSource, settings)].remedy;
    default:
      return tokenSource satisfies never;
  }
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function failed(message: string): TestConnectionResult {
  return { isSuccess: false, message };
}
