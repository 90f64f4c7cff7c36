import { storableText } from './query-fields.ts';

/** Line ends and other control characters. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/u;
/** They reverse, hide or fake text. Two joiners and the emoji style belong to ordinary names, blanks that only look like letters do not. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;
/** More marks on one letter than any script has; they cover the lines above and below. */
const STACKED = /\p{M}{5}/u;
/** Mail programs turn these into links. */
const ADDRESS = /:\/\/|\b(?:https?|ftp|mailto|tel|javascript|data):|\bwww\.|\.\p{L}{2,}[/\\?#:]|\d+(?:\.\d+){3}/iu;
const MAIL_ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/u;
/** `evil.example`, also without a path. Initials have a single letter. */
const HOST_NAME = /[\p{L}\p{N}]\.(?:xn--|\p{L}{2})/iu;
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
    .refine((text) => !INVISIBLE.test(text) && !STACKED.test(text), 'Please use visible characters')
    .refine((text) => !ADDRESS.test(asRead(text)) && !MAIL_ADDRESS.test(asRead(text)), 'Please enter a name without a web address')
    .refine((text) => text === '' || VISIBLE.test(text), 'Please use visible characters');
}

/** As a mail program reads it: wide letters and the full stops of other scripts count as their plain forms. */
function asRead(text: string): string {
  return text.normalize('NFKC').replaceAll(/[。｡]/gu, '.');
}

/** Stricter than a company's name, because mails greet people by it. */
export function personNameField(requiredMessage: string) {
  return plainName(60, 100)
    .min(1, requiredMessage)
    .refine((text) => !HOST_NAME.test(asRead(text)), 'Please enter a name without a web address');
}

/** A company or a job title. */
export function organisationField() {
  return plainName(100, 200);
}
