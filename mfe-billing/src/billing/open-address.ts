/** Leaves Portage for a Stripe page, or for an address that an admin has set. Opens web addresses only. */
export function openAddress(address: string, how: 'assign' | 'replace' = 'assign'): void {
  const { protocol } = new URL(address, window.location.href);
  if (protocol === 'https:' || protocol === 'http:') window.location[how](address);
}
