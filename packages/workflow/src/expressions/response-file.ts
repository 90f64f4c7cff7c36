import type { StepValues } from '../values/scope.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
};

/**
 * A response as a file that later steps can send: made from the body and the headers when a reference asks for it, so that no step stores
 * its bytes twice.
 *
 * @returns undefined if the step has no response
 */
export function responseFile({ Response, ResponseHeaders, ResponseIsBase64 }: StepValues): Record<string, string> | undefined {
  if (Response === undefined || Response === null) return undefined;
  const contentType = findHeader(ResponseHeaders, 'content-type') ?? (typeof Response === 'string' ? 'text/plain' : 'application/json');
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const extension = EXTENSIONS[type];
  const fileName =
    nameOfDisposition(findHeader(ResponseHeaders, 'content-disposition') ?? '') ?? (extension ? `file.${extension}` : 'file');
  if (typeof Response !== 'string') return { fileName, contentType, text: JSON.stringify(Response) };
  return ResponseIsBase64 ? { fileName, contentType, base64: Response } : { fileName, contentType, text: Response };
}

function findHeader(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(headers, name)?.value;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The name in `attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf; filename="resume.pdf"` (RFC 6266), without folders. */
function nameOfDisposition(disposition: string): string | undefined {
  const extended = /filename\*\s*=\s*[\w-]*'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition);
  const name = decoded(extended) ?? plain?.[1] ?? plain?.[2];
  return name?.split(/[/\\]/).at(-1) || undefined;
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
