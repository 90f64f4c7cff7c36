import type { AuthorizationType } from '../authorization/registry.ts';

/** `type.yaml` of a system: settings of a connector type as the API accepts them (packages/connectors/system/README.md). */
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

/** A connector type that comes with Portage, as the build wrote it. */
export interface SystemType {
  /** The folder's name. */
  name: string;
  settings: SystemTypeSettings;
  /** Derived from the content: the same id is always the same file. */
  documentId: string;
  logoId: string;
  /** `SystemTypeFiles` as JSON, gzip, base64. */
  packed: string;
}

/** The content for the file store. */
export interface SystemTypeFiles {
  /** The document as people wrote it. */
  yaml: string;
  logo: string;
  /** The extracted form (`storeDocument`). */
  index: string;
  parts: string[];
}

export interface SystemTypeBundle {
  /** When it was built, ISO. Of two builds, the later one wins. */
  builtAt: string;
  types: readonly SystemType[];
}

/** The id that connectors refer to. */
export function systemTypeId({ name }: Pick<SystemType, 'name'>): string {
  return `system-${name}`;
}

/** @throws DOMException or SyntaxError for content that the build didn't write */
export async function unpackSystemType({ packed }: Pick<SystemType, 'packed'>): Promise<SystemTypeFiles> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(unpacked).text()) as SystemTypeFiles;
}
