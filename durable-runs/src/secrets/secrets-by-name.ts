import { isSecretName, isSecretNumberName, type NameLocation, pathSecretsIn } from '@portage/workflow';

/** Members inspected per value: more is most likely a long list of data. */
const MOST_MEMBERS = 5_000;
/** A longer body is data, not a sign-in: parsing it a second time isn't worth it. */
const LONGEST_BODY = 1_000_000;

/** A secret with the name it was found under. A secret in a URL's path has none. */
export interface NamedSecret {
  name: string;
  value: string;
}

/** Texts under names of secrets, and numbers under names of short codes, at any depth of a JSON value. */
export function namedSecretsIn(value: unknown): NamedSecret[] {
  const found: NamedSecret[] = [];
  const waiting: unknown[] = [value];
  for (let looked = 0; waiting.length > 0 && looked < MOST_MEMBERS; ) {
    const holder = waiting.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    if (Array.isArray(holder)) {
      const first = holder.slice(0, MOST_MEMBERS - looked);
      looked += first.length;
      waiting.push(...first);
      continue;
    }
    for (const [name, member] of Object.entries(holder)) {
      looked += 1;
      if (looked > MOST_MEMBERS) break;
      if (typeof member === 'string') {
        if (isSecretName(name, 'member')) found.push({ name, value: member });
      } else if (typeof member === 'number') {
        if (isSecretNumberName(name)) found.push({ name, value: String(member) });
      } else waiting.push(member);
    }
  }
  return found;
}

/** Like `namedSecretsIn`, for a body as text: JSON or a form. */
export function namedSecretsInText(text: string): NamedSecret[] {
  if (text.length > LONGEST_BODY) return [];
  if (/^\s*[{[]/.test(text)) {
    try {
      return namedSecretsIn(JSON.parse(text));
    } catch {
      return [];
    }
  }
  return /^[^\s{<"]{1,200}=/.test(text) ? parameterSecrets(text, 'member') : [];
}

/** Secrets in the path and query of a URL; an expression isn't a secret yet. */
export function secretsInAddress(url: string): NamedSecret[] {
  const inPath = pathSecretsIn(url).map((value) => ({ name: '', value }));
  const at = url.indexOf('?');
  if (at < 0) return inPath;
  const [query = ''] = url.slice(at + 1).split('#');
  return [...inPath, ...parameterSecrets(query, 'parameter')];
}

function parameterSecrets(text: string, place: NameLocation): NamedSecret[] {
  return [...new URLSearchParams(text)].flatMap(([name, value]) =>
    isSecretName(name, place) && !value.includes('$') ? [{ name, value }] : [],
  );
}
