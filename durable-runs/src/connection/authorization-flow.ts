import {
  authorizationUrl,
  authorizeRequest,
  createPkce,
  type OAuth1App,
  oauth1AuthorizationUrl,
  parseCallback,
  parseOAuth1Token,
  temporaryCredentialsCall,
  tokenCredentialsCall,
  type UnsignedCall,
} from '@portage/connectors/authorization';
import type { BeginAuthorizationRequest, BeginAuthorizationResult, FinishAuthorizationRequest } from '@portage/contracts';
import type { ConnectionProfile } from './connection-profile.ts';
import { fillAddress } from './fill-template.ts';
import { ConnectionRefused } from './lease.ts';
import { askForTokens, type ConnectionPorts, decodeResponseText, toEgressRequest } from './token-endpoint.ts';
import type { TokenKeeper } from './token-keeper.ts';
import { hashText, type PendingAuthorization, type TokenStore } from './token-store.ts';

export interface FlowPorts extends ConnectionPorts {
  store: TokenStore;
  keeper: TokenKeeper;
  sync(): Promise<void>;
}

/** Builds the URL a person is sent to (RFC 6749 4.1 with RFC 7636; RFC 5849 2). @throws ConnectionRefused */
export async function beginAuthorization(
  profile: ConnectionProfile,
  { ownerUserId, redirectUri }: BeginAuthorizationRequest,
  ports: FlowPorts,
): Promise<BeginAuthorizationResult> {
  const { app, fields, settings } = profile;
  if (profile.tokenSource === 'oauth2-machine' || profile.tokenSource === 'login') {
    await ports.keeper.tokensFor(profile, null);
    return { outcome: 'connected' };
  }
  if (profile.tokenSource !== 'oauth2' && profile.tokenSource !== 'oauth1') {
    throw new ConnectionRefused('This connector needs no sign-in: enter its credentials and save.');
  }
  if (!app.clientId) throw new ConnectionRefused(noClient(profile));
  if (!app.authUrl)
    throw new ConnectionRefused(`${profile.typeName} has no Authorization Url. Ask your admin to complete its connector type.`);
  const authUrl = fillAddress(app.authUrl, fields);
  // The connector's id leads the callback to this object.
  const state = `${profile.connectorId}.${randomText(ports)}`;
  const browserSecret = randomText(ports);
  const pending: PendingAuthorization = {
    ownerUserId,
    redirectUri,
    browserSecretHash: await hashText(browserSecret),
    beganAtMs: ports.now(),
    codeVerifier: null,
    temporary: null,
  };
  if (profile.tokenSource === 'oauth1') {
    if (!app.requestTokenUrl) throw new ConnectionRefused(`${profile.typeName} has no Request Token Url: complete its connector type.`);
    const callback = new URL(redirectUri);
    callback.searchParams.set('state', state);
    const call = temporaryCredentialsCall(oauth1App(profile), fillAddress(app.requestTokenUrl, fields), callback.href);
    const temporary = await askOAuth1(profile, call, ports);
    await ports.store.keepPending(state, { ...pending, temporary }, ports.now());
    return { outcome: 'redirect', redirectUrl: oauth1AuthorizationUrl(authUrl, temporary.token), browserSecret };
  }
  const pkce = await createPkce({ randomBytes: ports.randomBytes, subtle: crypto.subtle });
  await ports.store.keepPending(state, { ...pending, codeVerifier: pkce.verifier }, ports.now());
  const redirectUrl = authorizationUrl({
    authUrl,
    clientId: app.clientId,
    redirectUri,
    scope: app.scope,
    state,
    codeChallenge: pkce.challenge,
    ...(settings.authorizationParameters ? { extra: settings.authorizationParameters } : {}),
  });
  return { outcome: 'redirect', redirectUrl, browserSecret };
}

function noClient({ typeName, settings }: ConnectionProfile): string {
  const other = settings.form === 'Shopify' ? ', or use Shopify Private with an access token' : '';
  return `Sign-in to ${typeName} is not set up here. Ask your admin${other}.`;
}

/**
 * The authorization that a person returns from. The state must be known and unused, and the browser the one that began (HOSTILE 27).
 *
 * @throws ConnectionRefused for a call that anybody may have made
 */
export async function takeAuthorization(
  { ownerUserId }: ConnectionProfile,
  { query, browserSecret }: FinishAuthorizationRequest,
  ports: FlowPorts,
): Promise<PendingAuthorization> {
  const pending = await ports.store.takePending(query.state ?? '', ports.now());
  if (!pending) throw new ConnectionRefused('This authorization has expired or was already used. Please connect again.');
  if (pending.ownerUserId !== ownerUserId || (await hashText(browserSecret)) !== pending.browserSecretHash) {
    throw new ConnectionRefused('This authorization was started in another browser. Please connect again.');
  }
  return pending;
}

/**
 * Completes the authorization when the person returns.
 *
 * @returns what the system sent besides the tokens, such as QuickBooks' realmId
 * @throws ConnectionRefused
 */
export async function finishAuthorization(
  profile: ConnectionProfile,
  query: Record<string, string>,
  pending: PendingAuthorization,
  ports: FlowPorts,
): Promise<Record<string, string>> {
  return pending.temporary ? finishOAuth1(profile, query, pending.temporary, ports) : finishOAuth2(profile, query, pending, ports);
}

async function finishOAuth2(
  profile: ConnectionProfile,
  query: Record<string, string>,
  { redirectUri, codeVerifier }: PendingAuthorization,
  ports: FlowPorts,
): Promise<Record<string, string>> {
  const callback = parseCallback(new URLSearchParams(query), query.state ?? null);
  if (!callback.ok) throw new ConnectionRefused(callback.message);
  const outcome = await askForTokens(profile, { kind: 'authorizationCode', code: callback.code, redirectUri, codeVerifier }, ports);
  if (!outcome.ok) throw new ConnectionRefused(connectAgain(outcome.message));
  await ports.keeper.keep(outcome.tokens, null);
  return callback.other;
}

async function finishOAuth1(
  profile: ConnectionProfile,
  query: Record<string, string>,
  temporary: { token: string; tokenSecret: string },
  ports: FlowPorts,
): Promise<Record<string, string>> {
  const { oauth_token: token, oauth_verifier: verifier, state: _, ...other } = query;
  if (token !== temporary.token || !verifier)
    throw new ConnectionRefused('The system says that access was not granted. Please connect again.');
  const { app, fields } = profile;
  if (!app.tokenUrl) throw new ConnectionRefused(`${profile.typeName} has no Token Url: complete its connector type.`);
  const call = tokenCredentialsCall(oauth1App(profile), fillAddress(app.tokenUrl, fields), temporary, verifier);
  const given = await askOAuth1(profile, call, ports);
  await ports.store.keepTokens({
    accessToken: given.token,
    tokenSecret: given.tokenSecret,
    refreshToken: null,
    expiresAtMs: null,
    obtainedAtMs: ports.now(),
    other: given.other,
  });
  await ports.sync();
  return { ...given.other, ...other };
}

async function askOAuth1(profile: ConnectionProfile, { request, credentials }: UnsignedCall, ports: FlowPorts) {
  const signed = await authorizeRequest(
    request,
    { kind: 'OAuth1', ...credentials },
    {
      nowMs: ports.now(),
      randomBytes: ports.randomBytes,
      subtle: crypto.subtle,
    },
  );
  const answer = await ports.send(toEgressRequest(signed));
  const token = answer.ok && answer.status < 300 ? parseOAuth1Token(decodeResponseText(answer)) : null;
  if (token) return token;
  const why = answer.ok ? `It responded with ${answer.status}.` : answer.message;
  throw new ConnectionRefused(`${profile.typeName} issued no token. ${why} Check Client Id and Client Secret, then connect again.`);
}

function oauth1App({ app, settings }: ConnectionProfile): OAuth1App {
  return { consumerKey: app.clientId, consumerSecret: app.clientSecret, signatureMethod: settings.signatureMethod ?? 'HMAC-SHA1' };
}

function randomText({ randomBytes }: ConnectionPorts): string {
  return Array.from(randomBytes(24), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One sentence saying what happened, and one saying what to do. */
export function connectAgain(message: string): string {
  return `${message.replace(/[.!?\s]+$/, '')}. Please connect again.`;
}
