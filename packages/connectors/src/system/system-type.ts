import type { AuthorizationType } from '../authorization/registry.ts';

/** `type.yaml` of a system: settings of a connector type as the API takes them (packages/connectors/system/README.md). */
export interface SystemTypeSettings {
  name: string;
  authorizationType: AuthorizationType;
  label?: string;
  baseUrl?: string;
  requestTokenUrl?: string;
  authUrl?: string;
  tokenUrl?: string;
  tokenRequestContentType?: string;
  webhookType?: string;
  scope?: string;
  sandboxBaseUrl?: string;
  sandboxRequestTokenUrl?: string;
  sandboxAuthUrl?: string;
  sandboxTokenUrl?: string;
  callbackUrlRoot?: string;
  needSlug?: boolean;
  hasCustomParameters?: boolean;
  hasSandboxOption?: boolean;
  isHiddenForNewConnectors?: boolean;
  subscriptionRequired?: boolean;
  additionalData?: Record<string, unknown>;
}

/** A connector type that comes with Portage, as the build leaves it. */
export interface SystemType {
  /** The folder's name. */
  name: string;
  settings: SystemTypeSettings;
  /** Made of their content: the same id is always the same file. */
  documentId: string;
  logoId: string;
  /** `SystemTypeFiles` as JSON, gzip, base64. */
  packed: string;
}

/** The file for the file store. */
export interface SystemTypeFiles {
  /** The document as people wrote it. */
  yaml: string;
  logo: string;
  /** The extracted form (`storeDocument`). */
  index: string;
  parts: string[];
}

/** All of them, as one build of Portage brings them. */
export interface SystemTypeBundle {
  /** When it was built, ISO: of two builds the later one has the say. */
  builtAt: string;
  types: readonly SystemType[];
}

/** The id that connectors refer to. */
export function systemTypeId({ name }: Pick<SystemType, 'name'>): string {
  return `system-${name}`;
}

/** @throws DOMException or SyntaxError for what the build did not write */
export async function unpackSystemType({ packed }: Pick<SystemType, 'packed'>): Promise<SystemTypeFiles> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(unpacked).text()) as SystemTypeFiles;
}
