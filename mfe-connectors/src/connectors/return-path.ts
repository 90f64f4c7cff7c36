/** Pages that send people here for a connector and want them back; no other address is followed. */
const RETURN_PATHS = [
  /^\/workflows\/add-from-template-id\/[\w-]+\/$/,
  /^\/playbook-wizards\/[\w-]+(?:\?step=[\w-]+)?$/,
  /^\/playbooks\/[\w-]+$/,
];

/** The page that asked for a connector (spec TPL-26, PB-44). @param asked `returnTo` of the address, which can be anything */
export function parseReturnPath(asked: string | null | undefined): string | null {
  return typeof asked === 'string' && RETURN_PATHS.some((path) => path.test(asked)) ? asked : null;
}

/** The same page with the connector that was made for it. */
export function returnWith(path: string, connectorId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}connectorId=${encodeURIComponent(connectorId)}`;
}
