import { documentLimits, importDocument, type ReadableDocument } from '@portage/connectors/document';
import { type ConnectorTypeRow, replaceDocument } from '@portage/database';
import { auditChange } from '../../audit/record-audit.ts';
import { fileStore } from '../../files/file-store.ts';
import { storeUpload } from '../../files/store-upload.ts';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { keepDocument } from './document-store.ts';
import { problemTexts } from './import-uploaded.ts';

export interface ReplacedText {
  isSuccess: boolean;
  errors: string[];
  revision: string | null;
}

/** Identifies the current state of a document: every change makes a new file. */
export function getRevision({ openApiDocument }: Pick<ConnectorTypeRow, 'openApiDocument'>): string | null {
  return openApiDocument?.fileStorageId ?? null;
}

/** Whether a document's text is JSON or YAML. */
export function detectFormat(text: string): 'json' | 'yaml' {
  return /^\uFEFF?\s*[{[]/.test(text) ? 'json' : 'yaml';
}

/** @throws ApiProblem 409 when the document has changed since it was read; the change isn't stored then */
export function checkRevision(type: Pick<ConnectorTypeRow, 'openApiDocument'>, revision: string | null | undefined): void {
  if (revision !== undefined && revision !== getRevision(type)) throw documentChanged();
}

function documentChanged(): ApiProblem {
  return new ApiProblem(409, 'document-changed', 'Someone else has saved this since you opened it. Reload it, or overwrite it.');
}

/**
 * Gives a type a new document, unless it has errors (spec API-104).
 *
 * @param revision of the document that was edited; undefined: the current one, whatever it is.
 * @param read the parsed text, if it was read already.
 * @throws ApiProblem 409
 */
export async function replaceText(
  context: UserContext,
  type: ConnectorTypeRow,
  text: string,
  revision: string | null | undefined,
  read: ReadableDocument | null = null,
): Promise<ReplacedText> {
  const { db, env, now } = context;
  const imported = importDocument(text, documentLimits, read ?? undefined);
  if (!imported.ok) return { isSuccess: false, errors: problemTexts(imported).errors, revision: getRevision(type) };
  const format = detectFormat(text);
  const fileName = type.openApiDocument?.fileName ?? `${type.name}.${format}`;
  const location = await storeUpload(context, {
    fileName,
    contentType: `application/${format}`,
    bytes: new TextEncoder().encode(text),
  });
  await keepDocument(fileStore(env.FILES), location, imported.stored);
  const row = await replaceDocument(db, type.id, revision, { openApiDocument: location, lastUpdatedAt: now() });
  if (!row) throw documentChanged();
  await auditChange(context, 'connector-type.saved', { connectorTypeId: type.id, name: type.name, document: location.fileStorageId });
  return { isSuccess: true, errors: [], revision: location.fileStorageId };
}
