import type { PortageHost } from '@portage/area-kit';
import { dataLimits } from '@portage/contracts';
import type { FoundApi } from './own-api-values.ts';

export type ApiSource = { file: File } | { text: string };

/** The document, or what is wrong with it. */
export type ReadResult = FoundApi | { errors: string[] };

const ADDRESS = /^https?:\/\/\S+$/i;
const NO_SECRETS = { kind: 'none' } as const;

/**
 * Reads a file, an address, a pasted document or cURL commands. Secrets of commands stay in the browser.
 *
 * @throws ApiError if there is nothing to read
 */
export async function findApi({ api, uploadFile }: Pick<PortageHost, 'api' | 'uploadFile'>, source: ApiSource): Promise<ReadResult> {
  if ('file' in source) return readFile(source.file);
  const text = source.text.trim();
  if (ADDRESS.test(text)) return toResult(await api('POST /api/own-apis/read', { body: { url: text } }));
  const { isCurl, readCurl } = await import('@portage/connectors/curl');
  if (!isCurl(text)) return readFile(new File([text], text.startsWith('{') ? 'openapi.json' : 'openapi.yaml'));
  const read = readCurl(text);
  if (!read.ok) return { errors: [read.message] };
  return readFile(new File([JSON.stringify(read.document, null, 2)], 'curl.json'), read.secrets);

  async function readFile(file: File, secrets: FoundApi['secrets'] = NO_SECRETS): Promise<ReadResult> {
    if (file.size > dataLimits.ownApiDocumentBytes) return { errors: ['The document is larger than 10 MB.'] };
    const openApiDocument = await uploadFile(file);
    return toResult(await api('POST /api/own-apis/read', { body: { openApiDocument } }), secrets);
  }
}

function toResult(
  {
    openApiDocument,
    proposal,
    errors,
    warnings,
  }: Omit<FoundApi, 'secrets' | 'proposal'> & { proposal: FoundApi['proposal'] | null; errors: string[] },
  secrets: FoundApi['secrets'] = NO_SECRETS,
): ReadResult {
  return proposal ? { openApiDocument, proposal, warnings, secrets } : { errors };
}
