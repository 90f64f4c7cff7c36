import { ApiProblem } from '../http/api-problem.ts';
import { formFields } from './form-fields.ts';

/** A file of a form, as steps take files. */
interface FormFile {
  fileName: string;
  contentType: string;
  base64: string;
}

export function isMultipart(contentType: string | null): boolean {
  return /^\s*multipart\/form-data\s*(;|$)/i.test(contentType ?? '');
}

/**
 * The fields of a multipart form, files among them. A name that comes several times becomes a list of its values.
 * @throws ApiProblem 400 `content-type-mismatch`
 */
export async function readMultipart(bytes: Uint8Array, contentType: string): Promise<Record<string, unknown>> {
  const entries: [string, string | FormFile][] = [];
  for (const [name, entry] of await entriesOf(bytes, contentType)) {
    entries.push([name, typeof entry === 'string' ? entry : await fileOf(entry)]);
  }
  return formFields(entries);
}

async function entriesOf(bytes: Uint8Array, contentType: string): Promise<[string, string | File][]> {
  try {
    return [...(await new Response(bytes, { headers: { 'content-type': contentType } }).formData())] as [string, string | File][];
  } catch {
    throw new ApiProblem(400, 'content-type-mismatch', 'The content type says multipart/form-data, but the body is not such a form.');
  }
}

async function fileOf(file: File): Promise<FormFile> {
  const bytes = Buffer.from(await file.arrayBuffer());
  return { fileName: file.name, contentType: file.type || 'application/octet-stream', base64: bytes.toString('base64') };
}
