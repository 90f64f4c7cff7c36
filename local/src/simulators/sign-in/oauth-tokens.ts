import { randomBytes } from 'node:crypto';
import { appByClient, clientApps, findAppProblem } from '../client-apps.ts';
import { parseForm, type SimulatedCall } from '../simulated-call.ts';
import type { SignIn, SimulatorPorts } from '../simulated-system.ts';
import { authorizationCodes } from './authorization-codes.ts';

interface Token {
  token: string;
  clientId: string;
  endsMs: number;
}

interface TokenSettings {
  /** The system's name for people. */
  title: string;
  lifeSeconds: number;
  /** A refresh token works once: the response has the next one. */
  rotates?: boolean;
}

export interface GivenTokens {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
  token_type: 'bearer';
}

export interface RefusedToken {
  error: string;
  error_description: string;
}

const REFRESH_LIFE_MS = 100 * 86_400_000;

/** A simulated system's OAuth 2.0 (RFC 6749): codes, expiring access tokens, refresh tokens; credentials in a Basic header or the body. */
export function oauthTokens(ports: SimulatorPorts, { title, lifeSeconds, rotates = false }: TokenSettings) {
  const { store, now } = ports;
  const codes = authorizationCodes(ports);
  const tokens = store.records<Token>('access-tokens', ({ token }) => token);
  const refreshTokens = store.records<Token>('refresh-tokens', ({ token }) => token);

  function add(records: typeof tokens, clientId: string, lifeMs: number): string {
    for (const old of records.all()) if (old.endsMs < now()) records.remove(old.token);
    return records.put({ token: `simulated-${randomBytes(20).toString('hex')}`, clientId, endsMs: now() + lifeMs }).token;
  }

  const signIn: SignIn = {
    problemOf: (question) => findAppProblem(title, question.get('client_id')),
    allow: (question) => ({ code: codes.give(question) }),
  };

  return {
    signIn,

    /** Whether a call has a valid token. An app's fixed token always is, for calls by hand. */
    isGood({ header }: SimulatedCall): boolean {
      const [, token = ''] = /^Bearer\s+(\S+)$/i.exec(header('authorization') ?? '') ?? [];
      return (tokens.get(token)?.endsMs ?? 0) > now() || clientApps.some(({ accessToken }) => accessToken === token);
    },

    /** Exchanges a code, a refresh token, or only the app's own credentials for an access token. */
    give(call: SimulatedCall): GivenTokens | RefusedToken {
      const form = withClient(call);
      const app = appByClient(form.get('client_id'), form.get('client_secret'));
      if (!app) return { error: 'invalid_client', error_description: 'The client is not known, or its secret is wrong.' };
      const given: GivenTokens = { access_token: '', expires_in: lifeSeconds, token_type: 'bearer' };
      switch (form.get('grant_type')) {
        case 'authorization_code':
          if (!codes.take(form)) return { error: 'invalid_grant', error_description: 'The authorization code is not valid.' };
          given.refresh_token = add(refreshTokens, app.clientId, REFRESH_LIFE_MS);
          break;
        case 'refresh_token': {
          const known = refreshTokens.get(form.get('refresh_token') ?? '');
          if (!known || known.clientId !== app.clientId || known.endsMs < now()) {
            return { error: 'invalid_grant', error_description: 'The refresh token is not valid.' };
          }
          if (rotates) refreshTokens.remove(known.token);
          given.refresh_token = rotates ? add(refreshTokens, app.clientId, REFRESH_LIFE_MS) : known.token;
          break;
        }
        case 'client_credentials':
        case 'account_credentials':
          break;
        default:
          return { error: 'unsupported_grant_type', error_description: 'The grant type is not supported.' };
      }
      given.access_token = add(tokens, app.clientId, lifeSeconds * 1_000);
      return given;
    },
  };
}

/** The form, with the client from a Basic header. */
function withClient(call: SimulatedCall): URLSearchParams {
  const form = parseForm(call);
  const [, basic] = /^Basic\s+(\S+)$/i.exec(call.header('authorization') ?? '') ?? [];
  if (basic === undefined) return form;
  const [clientId = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  form.set('client_id', decodeURIComponent(clientId));
  form.set('client_secret', decodeURIComponent(secret.join(':')));
  return form;
}
