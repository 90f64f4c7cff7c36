import type { RunSecrets } from '../secrets/run-secrets.ts';

/** The address of a next page, in which some systems include the key of the call. Each call adds the key again. */
export function addressWithoutSecrets(address: string, secrets: Pick<RunSecrets, 'isIn'>): string {
  const url = new URL(address);
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !secrets.isIn(pair) && !secrets.isIn(new URLSearchParams(pair).toString()));
  url.search = kept.join('&');
  return url.href;
}
