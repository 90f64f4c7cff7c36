import { decodeDocument, documentLimits, formatProblem, importDocument, readDocument } from '@portage/connectors/document';
import { proposeType } from '@portage/connectors/openapi';
import type { CallResponse, ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type FileLocation, findStoredFile } from '@portage/database';
import { plainName } from '../files/file-routes.ts';
import { fileStore, STORAGE_TYPE, uploadKey } from '../files/file-store.ts';
import { storeUpload } from '../files/store-upload.ts';
import { ApiProblem, invalid, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { problemTexts } from './documents/import-uploaded.ts';
import { detectFormat } from './documents/replace-text.ts';
import { checkDocumentSize } from './own-api.ts';

type ReadCall = 'POST /api/own-apis/read';

const TIMEOUT_MS = 20_000;
const ACCEPT = 'application/vnd.oai.openapi+json, application/json, application/yaml, text/yaml, */*;q=0.5';

interface OwnDocument {
  location: FileLocation;
  text: string;
  /** Why the text isn't certain. */
  problem: string | null;
  /** Where it came from, after redirects. */
  url: string | null;
}

/** @throws ApiProblem 400, 404, 502 if there is no text to read; flaws of the text are in the response */
export async function readOwnDocument(
  context: UserContext,
  body: ParsedInput<Calls, ReadCall>['body'],
): Promise<CallResponse<Calls, ReadCall>> {
  const { location, text, problem, url } =
    'url' in body ? await fetchDocument(context, body.url) : await openUpload(context, body.openApiDocument);
  if (problem !== null) return { openApiDocument: location, proposal: null, errors: [problem], warnings: [] };
  const read = readDocument(text);
  const imported = importDocument(text, documentLimits, read);
  const proposal = imported.ok && read.ok ? proposeType(imported.summary, read.document, url) : null;
  return { openApiDocument: location, proposal, ...problemTexts(imported) };
}

async function openUpload({ db, env, user }: UserContext, { fileStorageId, fileName }: FileLocation): Promise<OwnDocument> {
  const row = await findStoredFile(db, { ownerUserId: user.id }, { id: fileStorageId });
  const file = row && (await fileStore(env.FILES).get(uploadKey(row.id)));
  if (!file) throw notFound(`The file ${fileName}`);
  checkDocumentSize(file.bytes.byteLength);
  const { text, problem } = decodeDocument(file.bytes, file.contentType);
  return {
    location: { fileName: row.fileName, fileStorageId, storageType: STORAGE_TYPE },
    text,
    problem: problem && formatProblem(problem),
    url: null,
  };
}

/** Gets a document from the web; it becomes a file of the caller, in UTF-8. */
async function fetchDocument(context: UserContext, address: string): Promise<OwnDocument> {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('Please enter an address that begins with https://.', 'url');
  if (url.username || url.password) throw invalid('The address must not contain a user name or password.', 'url');
  url.hash = '';
  const answer = await context.env.EGRESS.send({
    method: 'GET',
    url: url.href,
    headers: { accept: ACCEPT },
    body: null,
    timeoutMs: TIMEOUT_MS,
  });
  if (!answer.ok) throw new ApiProblem(502, 'document-unreachable', `The document could not be loaded. ${answer.message}`);
  if (answer.status < 200 || answer.status > 299) {
    const advice = [401, 403, 404].includes(answer.status) ? 'Open it in a browser, and upload the file instead.' : 'Try again later.';
    throw new ApiProblem(502, 'document-unreachable', `${url.host} responded with ${answer.status} instead of the document. ${advice}`);
  }
  checkDocumentSize(answer.body.byteLength);
  const { text, problem } = decodeDocument(answer.body, answer.headers['content-type'] ?? null);
  const format = detectFormat(text);
  const location = await storeUpload(context, {
    fileName: plainName(url.pathname) || `${url.hostname}.${format}`,
    contentType: `application/${format}`,
    bytes: new TextEncoder().encode(text),
  });
  return { location, text, problem: problem && formatProblem(problem), url: answer.url };
}
