import type { CustomFields } from '@portage/connectors/choices';
import type { Env } from '../../env.ts';
import { fileStore } from '../../files/file-store.ts';

type FilesEnv = Pick<Env, 'FILES'>;

interface KeptFields {
  readAt: string;
  fields: CustomFields[];
}

const keyOf = (connectorId: string) => `custom-fields/${connectorId}.json`;

/** A connector account's own fields, as last read. */
export async function customFieldsOf({ FILES }: FilesEnv, connectorId: string): Promise<CustomFields[]> {
  const file = await fileStore(FILES).get(keyOf(connectorId));
  return file ? (JSON.parse(new TextDecoder().decode(file.bytes)) as KeptFields).fields : [];
}

export async function keepCustomFields({ FILES }: FilesEnv, connectorId: string, fields: CustomFields[], readAt: Date): Promise<void> {
  const kept: KeptFields = { readAt: readAt.toISOString(), fields };
  await fileStore(FILES).put(keyOf(connectorId), new TextEncoder().encode(JSON.stringify(kept)), 'application/json');
}

export async function forgetCustomFields({ FILES }: FilesEnv, connectorId: string): Promise<void> {
  await fileStore(FILES).remove(keyOf(connectorId));
}
