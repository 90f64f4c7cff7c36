import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

/** Above this length JSON isn't converted to YAML: it's downloaded as JSON. */
const LARGEST_CONVERTED = 5_000_000;

/** Spec CTYPE-21: named after the connector type, or "schema". */
export function exportName(typeName: string, format: 'json' | 'yaml' = 'yaml'): string {
  const name = typeName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim();
  return `${name || 'schema'}.${format}`;
}

/** The document as a file: YAML, or JSON if it is too large to convert. @throws ApiError */
export async function exportedFile(api: Client<Calls>, typeName: string, text: string): Promise<File> {
  const isJson = /^\uFEFF?\s*\{/.test(text);
  const yaml = isJson ? await converted(api, text) : text;
  if (yaml === null) return new File([text], exportName(typeName, 'json'), { type: 'application/json' });
  return new File([yaml], exportName(typeName), { type: 'application/yaml' });
}

/** @throws ApiError */
export async function downloadDocument(api: Client<Calls>, typeName: string, text: string): Promise<void> {
  const file = await exportedFile(api, typeName, text);
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @returns null for a document that stays JSON */
async function converted(api: Client<Calls>, text: string): Promise<string | null> {
  if (text.length > LARGEST_CONVERTED) return null;
  let schema: Record<string, unknown>;
  try {
    schema = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
  } catch {
    // YAML may also start like this.
    return text;
  }
  const { yaml } = await api('POST /api/conversion/dto-to-yaml', { body: { schema } });
  return yaml;
}
