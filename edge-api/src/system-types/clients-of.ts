/** One system's OAuth client settings, from environment variables. */
export interface SystemTypeClients {
  open: { clientId: string | null; sandboxClientId: string | null };
  /** By field of the connector type; without unset ones. */
  secrets: Record<string, string>;
}

/**
 * Reads variables such as `PORTAGE_SHOPIFY_CLIENT_ID` (packages/connectors/system/README.md).
 *
 * @param name of the folder: `google-sheets` reads `PORTAGE_GOOGLE_SHEETS_CLIENT_ID`
 */
export function readClients(name: string, variables: Readonly<Record<string, unknown>>): SystemTypeClients {
  const prefix = `PORTAGE_${name.toUpperCase().replaceAll('-', '_')}_`;
  const read = (suffix: string) => {
    const value = variables[prefix + suffix];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const named = {
    clientSecret: read('CLIENT_SECRET'),
    sandboxClientSecret: read('SANDBOX_CLIENT_SECRET'),
    webhookVerificationToken: read('WEBHOOK_TOKEN'),
  };
  return {
    open: { clientId: read('CLIENT_ID'), sandboxClientId: read('SANDBOX_CLIENT_ID') },
    secrets: Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== null)),
  };
}
