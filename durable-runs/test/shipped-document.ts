import { type SystemTypeFiles, systemTypeBundle } from '@portage/connectors/system';

/** The document of a built-in connector type, as its author wrote it. */
export async function shippedDocument(name: string): Promise<string> {
  const packed = systemTypeBundle.types.find((type) => type.name === name)?.packed;
  if (packed === undefined) throw new Error(`No connector type “${name}” comes with Portage`);
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(unpacked).json<SystemTypeFiles>()).yaml;
}
