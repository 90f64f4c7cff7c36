import { storableText } from './query-fields.ts';

/** Line ends, other control characters, and marks that change the text direction. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Mail programs turn these into links. */
const ADDRESS = /:\/\/|www\.|\.[a-z]{2,}\//iu;
const VISIBLE = /[\p{L}\p{N}\p{S}\p{P}]/u;

/**
 * A name that appears in mails and pages among Portage's own words: one printable line without addresses, so that nobody can make Portage
 * deliver their words to another person.
 *
 * @param describedLength what the released contract promises; pages built against it may still send that much
 */
function plainName(maxLength: number, describedLength: number) {
  return storableText(describedLength)
    .trim()
    .refine((text) => text.length <= maxLength, `Please use at most ${maxLength} characters`)
    .refine((text) => !UNPRINTABLE.test(text), 'Please use one line without control characters')
    .refine((text) => !ADDRESS.test(text), 'Please enter a name without a web address')
    .refine((text) => text === '' || VISIBLE.test(text), 'Please use visible characters');
}

export function personNameField(requiredMessage: string) {
  return plainName(60, 100).min(1, requiredMessage);
}

/** A company or a job title. */
export function organisationField() {
  return plainName(100, 200);
}
