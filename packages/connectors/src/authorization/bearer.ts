import type { AuthScheme } from './auth-scheme.ts';
import { withHeader, withKeys } from './put-on-request.ts';

/** RFC 6750, and the headers that systems have instead of it. */
export const bearerScheme: AuthScheme<'bearer'> = {
  label: 'Token',
  authorize(request, { token, headerName = 'Authorization', tokenType, keys = [] }) {
    // Systems differ in what they call the type in their answers, but all of them read this.
    const usual = headerName.toLowerCase() === 'authorization' ? 'Bearer' : '';
    const written = tokenType === undefined ? usual : tokenType.toLowerCase() === 'bearer' ? 'Bearer' : tokenType;
    return withKeys(withHeader(request, headerName, written ? `${written} ${token}` : token), keys);
  },
  secretsOf: ({ token, keys = [] }) => [token, ...keys.map(({ value }) => value)],
};
