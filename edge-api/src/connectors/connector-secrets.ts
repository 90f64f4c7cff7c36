import { MASKED_SECRET, secretConnectorFields } from '@portage/contracts';
import type { ConnectorRecord } from '@portage/database';

const IN_OPTIONS = 'customOptions.';
const SECRET_OPTIONS: readonly string[] = secretConnectorFields
  .filter((name) => name.startsWith(IN_OPTIONS))
  .map((name) => name.slice(IN_OPTIONS.length));

type Input = Readonly<Record<string, unknown>>;

/** Splits entered values into secrets by name (null removes the stored one; untouched ones are omitted) and open options. */
export function splitSecrets(body: Input): { secrets: Record<string, string | null>; customOptions: Record<string, unknown> | undefined } {
  const options = body.customOptions as Record<string, unknown> | null | undefined;
  const secrets: Record<string, string | null> = {};
  for (const name of secretConnectorFields) {
    const value = name.startsWith(IN_OPTIONS) ? options?.[name.slice(IN_OPTIONS.length)] : body[name];
    if (typeof value !== 'string' || value === MASKED_SECRET) continue;
    secrets[name] = value === '' ? null : value;
  }
  const openEntries = Object.entries(options ?? {}).filter(([name]) => !SECRET_OPTIONS.includes(name));
  const open = options && Object.fromEntries(openEntries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]));
  return { secrets, customOptions: open ?? undefined };
}

/** A connector as the API shows it, with 20 dots for a stored secret (spec CONN-50). */
export function presentConnector(record: ConnectorRecord) {
  const masked = (name: string) => (record.secretNames.includes(name) ? MASKED_SECRET : null);
  const secretOptions = SECRET_OPTIONS.flatMap((name) => (masked(IN_OPTIONS + name) ? [[name, MASKED_SECRET]] : []));
  return {
    ...summarizeConnector(record),
    username: record.username,
    password: masked('password'),
    apiKey: masked('apiKey'),
    accessToken: masked('accessToken'),
    accessTokenSecret: masked('accessTokenSecret'),
    clientId: record.clientId,
    clientSecret: masked('clientSecret'),
    refreshToken: masked('refreshToken'),
    realmId: record.realmId,
    auxiliaryTokens: masked('auxiliaryTokens'),
    customOptions: { ...(record.customOptions as Record<string, never>), ...Object.fromEntries(secretOptions) },
    additionalData: record.additionalData as Record<string, never>,
  };
}

/** Secrets as lists show them. */
export function summarizeConnector(row: Omit<ConnectorRecord, 'secretNames'>) {
  return {
    id: row.id,
    name: row.name,
    userId: row.userId,
    connectorTypeId: row.connectorTypeId,
    description: row.description,
    slug: row.slug,
    useSandbox: row.useSandbox,
    authorizationType: row.authorizationType,
    connectedAt: row.connectedAt?.toISOString() ?? null,
    connectionProblem: row.connectionProblem,
    testedAt: row.testedAt?.toISOString() ?? null,
    isSimulated: row.isSimulated,
    createdAt: row.createdAt.toISOString(),
    lastUpdatedAt: row.lastUpdatedAt.toISOString(),
  };
}
