import { type SystemType, type SystemTypeBundle, systemTypeId, unpackSystemType } from '@portage/connectors/system';
import {
  type ConnectorTypeRow,
  type ConnectorTypeSettings,
  type FileLocation,
  findSystemTypes,
  type HttpDatabase,
  openFields,
  type SecretBox,
  saveSystemType,
  sealFields,
} from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { keepDocument } from '../connector-types/documents/document-store.ts';
import { getContentType } from '../files/content-type.ts';
import { type FileStore, STORAGE_TYPE, uploadKey } from '../files/file-store.ts';
import { readClients } from './clients-of.ts';

export interface SeedPorts {
  db: HttpDatabase;
  files: FileStore;
  box: SecretBox;
  now(): Date;
  /** The environment variables, including `PORTAGE_<NAME>_CLIENT_ID` and the like. */
  variables: Readonly<Record<string, unknown>>;
}

/**
 * Writes this build's connector types to the database and the file store, if they are new or differ from the stored
 * ones. Files have ids made from their content and exist before the row that names them, so
 * this may run at any time, several times at once, and be stopped anywhere.
 *
 * @returns the names of the written types
 */
export async function seedSystemTypes({ builtAt, types }: SystemTypeBundle, ports: SeedPorts): Promise<string[]> {
  const rows = new Map((await findSystemTypes(ports.db)).map((row) => [row.id, row]));
  const written: string[] = [];
  for (const type of types) {
    const before = rows.get(systemTypeId(type)) ?? null;
    if (await seedType(type, before, new Date(builtAt), ports)) written.push(type.name);
  }
  return written;
}

async function seedType(type: SystemType, before: ConnectorTypeRow | null, builtAt: Date, ports: SeedPorts): Promise<boolean> {
  // If two builds share a database, the later one wins.
  if (before && before.lastUpdatedAt > builtAt) return false;
  const id = systemTypeId(type);
  const { open, secrets } = readClients(type.name, ports.variables);
  const columns = {
    id,
    name: type.settings.name,
    isHiddenForNewConnectors: type.settings.isHiddenForNewConnectors ?? false,
    subscriptionRequired: type.settings.subscriptionRequired ?? false,
    settings: buildSettings(type, open),
    openApiDocument: location('openapi.yaml', type.documentId),
    logo: location('logo.svg', type.logoId),
  };
  if (before && isUnchanged(before, columns) && isSameJson(await openSecrets(before, ports.box), secrets)) return false;
  if (before?.openApiDocument?.fileStorageId !== type.documentId || before.logo?.fileStorageId !== type.logoId) {
    await keepFiles(type, columns, ports.files);
  }
  return saveSystemType(ports.db, {
    ...columns,
    userId: null,
    isSystem: true,
    visibility: 'AllUsers',
    isDeleted: false,
    secrets: await sealFields(ports.box, 'connector-type', id, secrets),
    createdAt: ports.now(),
    lastUpdatedAt: builtAt,
  });
}

async function keepFiles(type: SystemType, at: Record<'openApiDocument' | 'logo', FileLocation>, files: FileStore): Promise<void> {
  const { yaml, logo, index, parts } = await unpackSystemType(type);
  const keep = ({ fileName, fileStorageId }: FileLocation, text: string) =>
    files.put(uploadKey(fileStorageId), new TextEncoder().encode(text), getContentType(fileName));
  await Promise.all([keep(at.openApiDocument, yaml), keep(at.logo, logo), keepDocument(files, at.openApiDocument, { index, parts })]);
}

function location(fileName: string, fileStorageId: string): FileLocation {
  return { fileName, fileStorageId, storageType: STORAGE_TYPE };
}

/** All of a type's settings, with absent ones as null. */
function buildSettings(
  { settings }: SystemType,
  client: { clientId: string | null; sandboxClientId: string | null },
): ConnectorTypeSettings {
  return {
    label: settings.label ?? null,
    requestTokenUrl: settings.requestTokenUrl ?? null,
    authUrl: settings.authUrl ?? null,
    tokenUrl: settings.tokenUrl ?? null,
    webhookType: settings.webhookType ?? null,
    baseUrl: settings.baseUrl ?? null,
    authorizationType: settings.authorizationType,
    tokenRequestContentType: settings.tokenRequestContentType ?? null,
    sandboxRequestTokenUrl: settings.sandboxRequestTokenUrl ?? null,
    sandboxAuthUrl: settings.sandboxAuthUrl ?? null,
    sandboxTokenUrl: settings.sandboxTokenUrl ?? null,
    sandboxBaseUrl: settings.sandboxBaseUrl ?? null,
    needSlug: settings.needSlug ?? false,
    hasCustomParameters: settings.hasCustomParameters ?? false,
    hasSandboxOption: settings.hasSandboxOption ?? false,
    scope: settings.scope ?? null,
    callbackUrlRoot: settings.callbackUrlRoot ?? null,
    additionalData: (settings.additionalData ?? {}) as ConnectorTypeSettings['additionalData'],
    ...client,
  };
}

function isUnchanged(before: ConnectorTypeRow, columns: Partial<ConnectorTypeRow>): boolean {
  return before.isSystem && !before.isDeleted && Object.entries(columns).every(([name, value]) => isSameJson(before[name as 'id'], value));
}

/** A row's opened secrets; null if they can't be opened, so that they are written again. */
async function openSecrets({ id, secrets }: ConnectorTypeRow, box: SecretBox): Promise<Record<string, string> | null> {
  return openFields(box, 'connector-type', id, secrets).catch(() => null);
}
