import type { SealedFields } from '../schema/connector-types.ts';
import type { SecretBox } from './secret-box.ts';

type OwnerKind = 'connector' | 'connector-type';

/** The place to which a field of a connector or connector type is sealed. */
function buildSealContext(ownerKind: OwnerKind, ownerId: string, field: string): string {
  return `${ownerKind}:${ownerId}:${field}`;
}

/** Seals each field separately, so that one can be changed without opening the others. */
export async function sealFields(
  box: SecretBox,
  ownerKind: OwnerKind,
  ownerId: string,
  fields: Readonly<Record<string, string>>,
): Promise<SealedFields> {
  const sealed = Object.entries(fields).map(async ([name, secret]) => [
    name,
    await box.seal(buildSealContext(ownerKind, ownerId, name), secret),
  ]);
  return Object.fromEntries(await Promise.all(sealed));
}

/** @throws Error when a field can't be opened */
export async function openFields(
  box: SecretBox,
  ownerKind: OwnerKind,
  ownerId: string,
  sealed: SealedFields,
): Promise<Record<string, string>> {
  const opened = Object.entries(sealed).map(async ([name, text]) => [
    name,
    await box.open(buildSealContext(ownerKind, ownerId, name), text),
  ]);
  return Object.fromEntries(await Promise.all(opened));
}

/** Reseals each field with the current key. @throws Error when a field can't be opened */
export async function resealFields(box: SecretBox, ownerKind: OwnerKind, ownerId: string, sealed: SealedFields): Promise<SealedFields> {
  return sealFields(box, ownerKind, ownerId, await openFields(box, ownerKind, ownerId, sealed));
}
