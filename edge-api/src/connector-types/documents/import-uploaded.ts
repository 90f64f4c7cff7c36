import { decodeDocument, formatProblem, type ImportedDocument, importBytes, readAgain } from '@portage/connectors/document';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import { StoredFormatError } from '@portage/connectors/stored';
import type { FileLocation } from '@portage/database';
import type { Env } from '../../env.ts';
import { fileStore, type StoredFile, uploadKey } from '../../files/file-store.ts';
import { ApiProblem, notFound } from '../../http/api-problem.ts';
import { findDocument, keepDocument } from './document-store.ts';

type FilesEnv = Pick<Env, 'FILES'>;

/** The text of an uploaded document. @throws ApiProblem 404 */
export async function textOfDocument(env: FilesEnv, location: FileLocation): Promise<string> {
  const { bytes, contentType } = await uploadedFile(env, location);
  return decodeDocument(bytes, contentType).text;
}

/** The content of an uploaded document, or what is wrong with it. @throws ApiProblem 404 */
export async function readUploaded(env: FilesEnv, location: FileLocation, { wasStored = false } = {}): Promise<ImportedDocument> {
  const { bytes, contentType } = await uploadedFile(env, location);
  return wasStored ? readAgain(bytes, contentType) : importBytes(bytes, contentType);
}

async function uploadedFile({ FILES }: FilesEnv, location: FileLocation): Promise<StoredFile> {
  const file = await fileStore(FILES).get(uploadKey(location.fileStorageId));
  if (!file) throw notFound(`The file ${location.fileName}`);
  return file;
}

/** Reads a document and stores its parts. @throws ApiProblem 400 with what is wrong (spec CTYPE-13) */
export async function importUploaded(env: FilesEnv, location: FileLocation, options: { wasStored?: boolean } = {}): Promise<void> {
  const imported = await readUploaded(env, location, options);
  if (!imported.ok) {
    const title = 'Document contains some errors';
    const entries = [title, ...problemTexts(imported).errors].map((userMessage) => ({
      userMessage,
      message: userMessage,
      code: 'document',
      field: 'openApiDocument',
    }));
    throw new ApiProblem(400, 'document', title, { entries });
  }
  await keepDocument(fileStore(env.FILES), location, imported.stored);
}

/** The stored parts of a document. Parts that an earlier version of Portage stored are read again from the upload. @throws ApiProblem 404 if the type has none */
export async function openUploaded(env: FilesEnv, location: FileLocation | null): Promise<ConnectorDocument> {
  if (!location) throw notFound('The OpenAPI document of this application');
  const files = fileStore(env.FILES);
  const document = await findDocument(files, location).catch((error: unknown) => {
    if (error instanceof StoredFormatError) return null;
    throw error;
  });
  if (document) return document;
  await importUploaded(env, location, { wasStored: true });
  const again = await findDocument(files, location);
  if (!again) throw notFound('The OpenAPI document of this application');
  return again;
}

/** Texts for a person, up to the limit for each kind. */
export function problemTexts(imported: ImportedDocument): { errors: string[]; warnings: string[] } {
  const problems = imported.ok ? imported.warnings : imported.problems;
  const textsOf = (wanted: string) => problems.filter(({ severity }) => severity === wanted).map(formatProblem);
  return { errors: textsOf('error').slice(0, MOST_PROBLEMS), warnings: textsOf('warning').slice(0, MOST_PROBLEMS) };
}

/** Nobody would read more, and a document can have as many problems as lines. */
const MOST_PROBLEMS = 200;
