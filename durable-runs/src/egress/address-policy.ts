import { checkOutgoingUrl, followRedirect, parseEgressAllow } from '@portage/connectors';

/** Which addresses calls may reach, and how redirects change a call. */
export interface AddressPolicy {
  check(url: string): ReturnType<typeof checkOutgoingUrl>;
  redirect(request: Parameters<typeof followRedirect>[0], status: number, location: string | null): ReturnType<typeof followRedirect>;
}

let last: { allowText: string; policy: AddressPolicy } | null = null;

/** The policy of the environment. Its text is parsed once, because it's the same for every call. */
export function getAddressPolicy(allowText: string): AddressPolicy {
  if (last?.allowText !== allowText) last = { allowText, policy: addressPolicy(allowText) };
  return last.policy;
}

/**
 * @param allowText `EGRESS_ALLOW`: comma-separated `host:port`, `*` for any port.
 *
 * @throws if it can't be parsed.
 */
export function addressPolicy(allowText: string): AddressPolicy {
  const allowList = parseEgressAllow(allowText);
  return {
    check: (url) => checkOutgoingUrl(url, allowList),
    redirect: (request, status, location) => followRedirect(request, status, location, allowList),
  };
}
