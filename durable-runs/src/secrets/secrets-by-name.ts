import { isSecretName, isSecretNumberName, type NamePlace, pathSecretsIn } from '@portage/workflow';

/** Members looked at in one value: what lies further on is most likely a long list of data. */
const MOST_MEMBERS = 5_000;
/** A longer body is data, not a sign-in: it is not worth reading it a second time. */
const LONGEST_BODY = 1_000_000;

/** A secret with the name that it was found under; a secret in the path of an address has none. */
export interface NamedSecret {
  name: string;
  value: string;
}

/** Texts under the names of secrets, and numbers under the names of short codes, however deep in a JSON value. */
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

/** The same in a body as text: JSON or a form. */
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

/** Secrets in the path and the query of an address; an expression is not a secret yet. */
export function secretsInAddress(url: string): NamedSecret[] {
  const inPath = pathSecretsIn(url).map((value) => ({ name: '', value }));
  const at = url.indexOf('?');
  if (at < 0) return inPath;
  const [query = ''] = url.slice(at + 1).split('#');
  return [...inPath, ...parameterSecrets(query, 'parameter')];
}

function parameterSecrets(text: string, place: NamePlace): NamedSecret[] {
  return [...new URLSearchParams(text)].flatMap(([name, value]) =>
    isSecretName(name, place) && !value.includes('$') ? [{ name, value }] : [],
  );
}
