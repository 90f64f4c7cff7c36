import type { CustomFields } from '@portage/connectors/choices';
import type { Env } from '../../env.ts';
import { fileStore } from '../../files/file-store.ts';

type FilesEnv = Pick<Env, 'FILES'>;

interface StoredFields {
  readAt: string;
  fields: CustomFields[];
}

const getFileKey = (connectorId: string) => `custom-fields/${connectorId}.json`;

/** A connector account's own fields, as last read. */
export async function readCustomFields({ FILES }: FilesEnv, connectorId: string): Promise<CustomFields[]> {
  const file = await fileStore(FILES).get(getFileKey(connectorId));
  return file ? (JSON.parse(new TextDecoder().decode(file.bytes)) as StoredFields).fields : [];
}

export async function keepCustomFields({ FILES }: FilesEnv, connectorId: string, fields: CustomFields[], readAt: Date): Promise<void> {
  const kept: StoredFields = { readAt: readAt.toISOString(), fields };
  await fileStore(FILES).put(getFileKey(connectorId), new TextEncoder().encode(JSON.stringify(kept)), 'application/json');
}

export async function forgetCustomFields({ FILES }: FilesEnv, connectorId: string): Promise<void> {
  await fileStore(FILES).remove(getFileKey(connectorId));
}
