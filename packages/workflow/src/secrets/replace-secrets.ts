import { readPath } from '@portage/primitives/paths';
import { pathSecretsIn } from './path-secrets.ts';
import { isSecretName, isSecretNumberName, type NameLocation } from './secret-names.ts';

/** A number is distinguished from a text with the same digits, so that it can be restored exactly. */
export type FoundSecret = { kind: 'text' | 'number'; text: string };

/** @returns the text to show instead of the secret */
export type SecretReplacer = (secret: FoundSecret) => string;

/** The whole text is a reference, perhaps after a scheme such as `Bearer`: it names a secret without containing it. */
const REFERENCE = /^(?:\w{1,20} )?\$(?:\{[^{}]*\}|[A-Za-z_][^\s$]*)$/;
/** Empty, dots, asterisks, or a mark in brackets: already hidden. */
const HIDDEN = /^(?:[•*]*|\[(?:redacted|hidden)[^\]]*\])$/;
/** Members with the value of what their object names. */
const VALUES = new Set(['value', 'values', 'valueExpression', 'defaultValue', 'text', 'raw']);
const NAMES = ['key', 'name', 'fieldName', 'parameterName', 'headerName'] as const;

/** Up to the opening quote of the value. */
const QUOTED = /(\\*["'`])([\w$.\- ]{1,100})\1\s{0,20}[:=]\s{0,20}(\\+["']|["'`])/g;
const QUOTED_NUMBER = /((\\*["'])([\w$.\- ]{1,100})\2\s{0,20}:\s{0,20})(-?\d+)(?=\s*[,}\]])/g;
const QUOTED_LIST = /((\\*["'])([\w$.\- ]{1,100})\2\s{0,20}:\s{0,20}\[)([^\][{}]*)(?=\])/g;
const LIST_ITEM = /(\\*["'])((?:\\.|(?!\1)[^\\])*?)\1/gs;
const ASSIGNED = /(?<![\w$."'`-])()([A-Za-z_$][\w$.-]{0,99})\s{0,20}[:=]\s{0,20}(["'`])/g;
const PARAMETER = /((?:^|[?&;])([^=&;#?\s"'`<>]{1,200})=)([^&#\s"'`<>]+)/g;
const USER = /(?<=\b[a-z][a-z0-9+.-]{1,30}:\/\/[^/?#@\s:$"']{0,200}:)[^/?#@\s$"']+(?=@)/gi;
const HEADER_LINE = /((?:^|[\r\n"'`])([A-Za-z]+(?:-[A-Za-z0-9]+)+|authorization|cookie)[ \t]*:[ \t]*)([^\r\n"'`]+)/gi;
const SCHEME = /(?<=\b(?:bearer|basic) )[\w.~+/=-]{12,}/gi;
const ELEMENT = /(<((?:\w{1,50}:)?([\w.-]{1,100}))(?:\s[^<>]{0,500})?>)([^<>]+)(?=<\/\2>)/g;

/**
 * A JSON value with every secret replaced: values under the names of secrets, and secrets inside texts (JSON, forms, XML, addresses, header
 * lines, scripts). The rest of each text is unchanged, character by character.
 */
export function replaceSecrets(value: unknown, replace: SecretReplacer): unknown {
  return replaced(value, { place: 'member', isSecret: false }, replace);
}

interface Around {
  place: NameLocation;
  /** An outer name marks the value as a secret. */
  isSecret: boolean;
  /** Numbers count as secrets, too. */
  hasSecretNumbers?: boolean;
}

function replaced(value: unknown, around: Around, replace: SecretReplacer): unknown {
  if (typeof value === 'string') return around.isSecret ? whole(value, replace) : withinText(value, replace);
  if (typeof value === 'number') return around.hasSecretNumbers ? replace({ kind: 'number', text: String(value) }) : value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, around, replace));
  if (typeof value !== 'object' || value === null) return value;
  // Object.fromEntries, not assignment: a member may be called __proto__.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaced(member, aroundMember(name, value, around), replace)]),
  );
}

function aroundMember(name: string, holder: object, around: Around): Around {
  if (VALUES.has(name) && around.isSecret) return around;
  const isLabel = (NAMES as readonly string[]).includes(name) && Object.keys(holder).some((member) => VALUES.has(member));
  if (isLabel) return { place: 'member', isSecret: false };
  const named = nameOfValue(name, holder, around.place);
  const place = /headers$/i.test(name) ? 'header' : /^(?:query|queryParameters)$/.test(name) ? 'parameter' : around.place;
  return {
    place,
    isSecret: isSecretName(named.name, named.place),
    hasSecretNumbers: isSecretNumberName(named.name),
  };
}

/** Mappings, rows and stored values have the name next to the value. */
function nameOfValue(name: string, holder: object, place: NameLocation): { name: string; place: NameLocation } {
  const { toParameterPath } = holder as { toParameterPath?: unknown };
  if (name === 'fromParameterExpression' && typeof toParameterPath === 'string') {
    const [root = '', ...path] = readPath(toParameterPath);
    return { name: path.at(-1) ?? root, place: root === 'header' ? 'header' : root === 'query' ? 'parameter' : 'member' };
  }
  if (VALUES.has(name)) {
    const beside = NAMES.map((key) => (holder as Record<string, unknown>)[key]).find((text) => typeof text === 'string');
    if (beside !== undefined) return { name: beside as string, place };
  }
  return { name, place };
}

function whole(text: string, replace: SecretReplacer): string {
  return REFERENCE.test(text) || HIDDEN.test(text) ? text : replace({ kind: 'text', text });
}

function withinText(text: string, replace: SecretReplacer): string {
  if (text.length < 5 || !/[=:<]|bearer |basic /i.test(text)) return text;
  const hide = (secret: string) => whole(secret, replace);
  const named = (name: string) => isSecretName(decoded(name), 'member') || isSecretName(decoded(name), 'header');
  let found = text.replace(USER, hide);
  for (const secret of pathSecretsIn(found)) found = found.replaceAll(secret, hide(secret));
  for (const start of [QUOTED, ASSIGNED]) found = replaceQuoted(found, start, named, hide);
  return found
    .replace(QUOTED_NUMBER, (all, before, quote, name, digits) =>
      isSecretNumberName(name) ? `${before}${quote}${replace({ kind: 'number', text: digits })}${quote}` : all,
    )
    .replace(QUOTED_LIST, (all, before, _, name, items: string) =>
      named(name) ? before + items.replace(LIST_ITEM, (_item, quote, value) => `${quote}${hide(value)}${quote}`) : all,
    )
    .replace(PARAMETER, (all, before, name, value) => (isSecretName(decoded(name), 'parameter') ? before + hide(value) : all))
    .replace(HEADER_LINE, (all, before, name, value) => (isSecretName(name, 'header') ? before + hide(value) : all))
    .replace(ELEMENT, (all, before, _, name, value) => (named(name) ? before + hide(value) : all))
    .replace(SCHEME, hide);
}

/** Values between quotes. Those under other names are searched: JSON may contain JSON. */
function replaceQuoted(text: string, start: RegExp, isNamed: (name: string) => boolean, hide: (secret: string) => string): string {
  let [result, done] = ['', 0];
  for (const match of text.matchAll(start)) {
    const [all, , name = '', quote = ''] = match;
    const from = match.index + all.length;
    if (match.index < done || !isNamed(name)) continue;
    const end = endOfQuoted(text, from, quote);
    if (end < 0) continue;
    result += text.slice(done, from) + hide(text.slice(from, end));
    done = end;
  }
  return result + text.slice(done);
}

/** The position of the closing quote, which has as many backslashes as the opening one; -1: none. */
function endOfQuoted(text: string, from: number, quote: string): number {
  const pattern = quote.length > 1 ? `(?<!\\\\)\\\\{${quote.length - 1}}${quote.at(-1)}` : `(?<=(?<!\\\\)(?:\\\\\\\\)*)${quote}`;
  const closing = new RegExp(pattern, 'g');
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? -1;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
