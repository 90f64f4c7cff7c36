import type { ConnectorTypeSettings } from '@portage/database';

export interface DocumentedType {
  id: string;
  name: string;
  settings: Pick<
    ConnectorTypeSettings,
    'baseUrl' | 'sandboxBaseUrl' | 'tokenUrl' | 'sandboxTokenUrl' | 'authorizationType' | 'additionalData'
  >;
  /** Changes with each change of the document. */
  documentId: string;
}

export interface TypeDocuments {
  /** Null: there is no such type, or it has no document. */
  find(connectorTypeId: string): Promise<DocumentedType | null>;
  /** The document as people wrote it. @throws if its file is gone */
  readText(documentId: string): Promise<string>;
}
