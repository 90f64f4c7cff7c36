/**
 * Whether a credential may go to a URL: its host must be one of the connector's own (HOSTILE 22).
 *
 * @param allowedHosts `api.example.com`, or `*.example.com` for every name below it; with a port if it isn't the default.
 */
export function mayReceiveCredential(url: URL, allowedHosts: readonly string[]): boolean {
  if (url.username || url.password) return false;
  const host = url.host.toLowerCase().replace(/\.(?=:|$)/, '');
  return allowedHosts.some((entry) => {
    const allowed = entry.trim().toLowerCase();
    if (!allowed.startsWith('*.')) return allowed !== '' && host === allowed;
    return allowed.length > 2 && host.endsWith(allowed.slice(1));
  });
}
