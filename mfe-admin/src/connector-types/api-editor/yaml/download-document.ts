import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

/** Larger JSON is not written anew as YAML: it is valid YAML as it is. */
const LARGEST_CONVERTED = 5_000_000;

/** Spec CTYPE-21: named after the connector type, or "schema". */
export function exportName(typeName: string): string {
  const name = typeName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim();
  return `${name || 'schema'}.yaml`;
}

/** Hands the document out as a file of YAML. @throws ApiError */
export async function downloadDocument(api: Client<Calls>, typeName: string, text: string): Promise<void> {
  const isJson = /^\uFEFF?\s*\{/.test(text);
  const yaml = isJson && text.length <= LARGEST_CONVERTED ? await converted(api, text) : text;
  const url = URL.createObjectURL(new Blob([yaml], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = exportName(typeName);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function converted(api: Client<Calls>, text: string): Promise<string> {
  let schema: Record<string, unknown>;
  try {
    schema = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return text;
  }
  const { yaml } = await api('POST /api/conversion/dto-to-yaml', { body: { schema } });
  return yaml;
}
