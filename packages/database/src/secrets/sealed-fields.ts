import type { SealedFields } from '../schema/connector-types.ts';
import type { SecretBox } from './secret-box.ts';

/** Where a field of a connector or connector type is sealed to. */
function placeOf(ownerKind: 'connector' | 'connector-type', ownerId: string, field: string): string {
  return `${ownerKind}:${ownerId}:${field}`;
}

/** Seals every field of its owner on its own, so that one can be changed without opening the others. */
export async function sealFields(
  box: SecretBox,
  ownerKind: 'connector' | 'connector-type',
  ownerId: string,
  fields: Readonly<Record<string, string>>,
): Promise<SealedFields> {
  const sealed = Object.entries(fields).map(async ([name, secret]) => [name, await box.seal(placeOf(ownerKind, ownerId, name), secret)]);
  return Object.fromEntries(await Promise.all(sealed));
}

/** @throws Error when one of them cannot be opened. */
export async function openFields(
  box: SecretBox,
  ownerKind: 'connector' | 'connector-type',
  ownerId: string,
  sealed: SealedFields,
): Promise<Record<string, string>> {
  const opened = Object.entries(sealed).map(async ([name, text]) => [name, await box.open(placeOf(ownerKind, ownerId, name), text)]);
  return Object.fromEntries(await Promise.all(opened));
}
