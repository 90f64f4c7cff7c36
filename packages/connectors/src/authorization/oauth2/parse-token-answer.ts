import { isObject } from '../../json/json.ts';

export interface OAuth2Tokens {
  accessToken: string;
  /** Null if the system sent none; the one that was used then stays valid. */
  refreshToken: string | null;
  tokenType: string;
  /** Null if the system doesn't say. */
  expiresAtMs: number | null;
  scope: string | null;
  /** The response's other members: `instance_url` of Salesforce, `team` of Slack. */
  other: Record<string, unknown>;
}

export type TokenResult =
  | { ok: true; tokens: OAuth2Tokens }
  /** `needsPerson`: only connecting again helps; otherwise the same request may work later. */
  | { ok: false; code: string; message: string; needsPerson: boolean };

/** Errors that mean the grant is gone (RFC 6749, section 5.2, plus those of Slack and others). */
const GONE = new Set([
  ...['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_refresh_token', 'token_revoked', 'bad_refresh_token'],
  ...['bad_verification_code', 'account_inactive', 'token_expired', 'invalid_auth'],
]);

/**
 * Reads a token endpoint's response: JSON, or a form (GitHub). It can be an error even if the status says success (Slack,
 * GitHub). From the body, only the system's name for the error gets into the message.
 */
export function parseTokenResponse(status: number, body: string, nowMs: number): TokenResult {
  const fields = parseFields(body);
  const error = text(fields.error) ?? (isObject(fields.error) ? text(fields.error.code) : undefined);
  const accessToken = text(fields.access_token) ?? (isObject(fields.authed_user) ? text(fields.authed_user.access_token) : undefined);
  if (status >= 200 && status < 300 && accessToken && !error && fields.ok !== false) {
    const { access_token: _access, refresh_token: _refresh, token_type: _type, expires_in: _expires, scope: _scope, ...other } = fields;
    const expiresInSeconds = Number(fields.expires_in);
    return {
      ok: true,
      tokens: {
        accessToken,
        refreshToken: text(fields.refresh_token) ?? null,
        tokenType: text(fields.token_type) ?? 'Bearer',
        expiresAtMs: fields.expires_in !== undefined && expiresInSeconds > 0 ? nowMs + expiresInSeconds * 1000 : null,
        scope: text(fields.scope) ?? null,
        other,
      },
    };
  }
  const code = error ?? (status >= 200 && status < 300 ? 'no-token' : `status-${status}`);
  const description = text(fields.error_description);
  return {
    ok: false,
    code,
    message: noTokenText(status, (description ?? error)?.slice(0, 300)),
    needsPerson: GONE.has(code) || status === 400 || status === 401 || status === 403,
  };
}

/** Has no full stop, because another sentence may follow. @param said the system's own words */
function noTokenText(status: number, said: string | undefined): string {
  if (said !== undefined) return `The system issued no token: ${said.replace(/[.\s]+$/, '')}`;
  return status >= 200 && status < 300 ? 'The system’s response has no token' : `The system responded with ${status} and issued no token`;
}

/** Whether a token has expired. A minute early, so that it lasts for the length of a call. */
export function isExpired({ expiresAtMs }: Pick<OAuth2Tokens, 'expiresAtMs'>, nowMs: number, earlyMs = 60_000): boolean {
  return expiresAtMs !== null && nowMs >= expiresAtMs - earlyMs;
}

function parseFields(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? { ...parsed } : {};
  } catch {
    return /^[\w.-]+=/.test(body) ? Object.fromEntries(new URLSearchParams(body)) : {};
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
