import { authorizationTypes } from '@portage/connectors/authorization';
import { storableJson } from '@portage/primitives/storable';
import { z } from 'zod';
import { storableText } from './query-fields.ts';

/** How connectors of a type are authorised (spec CTYPE-05). */
export const authorizationTypeSchema = z.enum(authorizationTypes);

/** A line of text that may be absent or null. */
export function optionalText(maxLength = 2_000) {
  return storableText(maxLength).nullish();
}

/** A secret in a request: null or absent keeps what is stored, an empty text removes it (spec CONN-50). */
export function secretField() {
  return storableText(20_000).nullish();
}

/** A JSON object with at most this many characters, all of which PostgreSQL can hold. */
export function jsonObject(maxChars: number) {
  return z
    .record(storableText(200), z.json())
    .refine((value) => storableJson(value) === JSON.stringify(value), 'This contains characters that cannot be stored')
    .refine((value) => JSON.stringify(value).length <= maxChars, `This may have ${maxChars} characters as JSON at most`);
}

export const fileLocationSchema = z.strictObject({
  fileName: storableText(500),
  fileStorageId: storableText(200),
  storageType: storableText(50),
});
