import { type ConnectorTypeSettings, insertConnectorType, type NewConnectorTypeRow } from '@portage/database';
import { database } from './api.ts';

const SETTINGS: ConnectorTypeSettings = {
  label: null,
  requestTokenUrl: null,
  authUrl: 'https://login.example/authorize',
  tokenUrl: 'https://login.example/token',
  clientId: 'portage',
  webhookType: null,
  baseUrl: 'https://api.example.com',
  authorizationType: 'OAuth',
  tokenRequestContentType: null,
  sandboxRequestTokenUrl: null,
  sandboxAuthUrl: null,
  sandboxTokenUrl: null,
  sandboxClientId: null,
  sandboxBaseUrl: null,
  needSlug: false,
  hasCustomParameters: false,
  hasSandboxOption: false,
  scope: null,
  callbackUrlRoot: null,
  additionalData: {},
};

type TypeFields = Partial<Omit<NewConnectorTypeRow, 'settings'>> & { settings?: Partial<ConnectorTypeSettings> };

/** A connector type written directly to the database, with OAuth by default. @returns its id */
export async function makeConnectorType({ settings, ...fields }: TypeFields = {}): Promise<string> {
  const id = crypto.randomUUID();
  const at = new Date();
  const row = { id, name: `Type ${id}`, settings: { ...SETTINGS, ...settings }, createdAt: at, lastUpdatedAt: at, ...fields };
  return (await insertConnectorType(database(), row)).id;
}
