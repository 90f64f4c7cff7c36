/** Leaves Portage for a page of Stripe's, or for one that an admin has set. Anything but a web address stays unopened. */
export function openAddress(address: string, how: 'assign' | 'replace' = 'assign'): void {
  const { protocol } = new URL(address, window.location.href);
  if (protocol === 'https:' || protocol === 'http:') window.location[how](address);
}
