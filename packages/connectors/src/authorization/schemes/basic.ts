import { toBase64 } from '@portage/primitives/base64';
import { asked } from '../asked-field.ts';
import type { AuthScheme } from '../auth-scheme.ts';
import { withHeader } from '../put-on-request.ts';

interface BasicCredentials {
  username: string;
  password: string;
}

/** RFC 7617, with UTF-8. */
export const basicScheme: AuthScheme<BasicCredentials> = {
  label: 'User name and password',
  typeLabel: 'Basic: user name and password',
  fields: [
    asked('username', 'Username', 'Please input username'),
    asked('password', 'Password or ApiKey', 'Please input Password or ApiKey'),
  ],
  secretFields: ['password', 'apiKey'],
  signIn: null,
  settings: [],
  isOffered: 'beside-others',
  isReplacedBy: (keyTemplates) => keyTemplates.length > 0,
  remedy: 'Enter the user name and password again.',
  // Spec CONN-33 "Password or ApiKey", CONN-38, CONN-39.
  credentials: ({ settings, fields, need }) => {
    if (settings.form === 'ShopifyPrivate') return { username: need('apiKey'), password: need('password') };
    return { username: need('username'), password: need(fields.password ? 'password' : 'apiKey') };
  },
  authorize: (request, credentials) => withHeader(request, 'Authorization', basicHeader(credentials)),
  secretsOf: (credentials) => [credentials.password, basicHeader(credentials).slice('Basic '.length)],
};

export function basicHeader({ username, password }: BasicCredentials): string {
  return `Basic ${toBase64(new TextEncoder().encode(`${username}:${password}`))}`;
}
