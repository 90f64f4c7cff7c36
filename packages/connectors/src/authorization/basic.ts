import type { AuthScheme } from './auth-scheme.ts';
import type { BasicCredentials } from './credentials.ts';
import { toBase64 } from './encode-bytes.ts';
import { withHeader } from './put-on-request.ts';

/** RFC 7617, with UTF-8. */
export const basicScheme: AuthScheme<'basic'> = {
  label: 'User name and password',
  authorize: (request, credentials) => withHeader(request, 'Authorization', basicHeader(credentials)),
  secretsOf: (credentials) => [credentials.password, basicHeader(credentials).slice('Basic '.length)],
};

export function basicHeader({ username, password }: Pick<BasicCredentials, 'username' | 'password'>): string {
  return `Basic ${toBase64(new TextEncoder().encode(`${username}:${password}`))}`;
}
