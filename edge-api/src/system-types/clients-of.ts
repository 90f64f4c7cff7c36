/** OAuth client settings of one system, from environment variables. */
export interface SystemTypeClients {
  open: { clientId: string | null; sandboxClientId: string | null };
  /** By field of the connector type; unset ones are left out. */
  secrets: Record<string, string>;
}

/**
 * Reads `PORTAGE_SHOPIFY_CLIENT_ID` and the like (packages/connectors/system/README.md).
 *
 * @param name the folder's: `google-sheets` is asked for as `PORTAGE_GOOGLE_SHEETS_CLIENT_ID`
 */
export function clientsOf(name: string, variables: Readonly<Record<string, unknown>>): SystemTypeClients {
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
