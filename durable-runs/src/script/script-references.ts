import { BoundedCache } from '@portage/primitives/bounded-cache';

/** Parts of `Steps` that a script reads, as chains of literal members: `Steps["a"].Payload.total` is ['a', 'Payload', 'total']. */
export interface ScriptReferences {
  /** Null: the script may read anything. */
  steps: readonly (readonly string[])[] | null;
  readsData: boolean;
  readsVariables: boolean;
}

/** Ways to reach a name without writing it out, or to write it so it isn't found. */
const OPAQUE = /\b(?:eval|Function|globalThis|constructor|arguments|this|with|import)\b|\\u/;
const MEMBER = /\s*(?:\?\.\s*)?(?:(?:(?<=\?\.\s*)|\.\s*)([A-Za-z_$][\w$]*)|\[\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)')\s*\])/y;
const cache = new BoundedCache<ScriptReferences>({ maxSize: 500 });

/**
 * Finds what a script reads from its text, so a loop of 100,000 items doesn't pass the whole list to each of its scripts. If in
 * doubt, it returns "anything"; text in comments and strings counts as read.
 */
export function scriptReferences(source: string): ScriptReferences {
  const known = cache.get(source);
  if (known) return known;
  const references = find(source);
  cache.set(source, references);
  return references;
}

function find(source: string): ScriptReferences {
  if (OPAQUE.test(source)) return { steps: null, readsData: true, readsVariables: true };
  const reads = { readsData: /\$Data\b/.test(source), readsVariables: /\$Vars\b/.test(source) };
  const steps: string[][] = [];
  for (const match of source.matchAll(/(.?)\bSteps\b/gs)) {
    // A property of that name, e.g. of an alias of the global object.
    if (match[1] === '.') return { steps: null, ...reads };
    const chain = readChain(source, match.index + match[0].length);
    if (chain.length === 0) return { steps: null, ...reads };
    steps.push(chain);
  }
  return { steps, ...reads };
}

function readChain(source: string, from: number): string[] {
  const chain: string[] = [];
  MEMBER.lastIndex = from;
  for (;;) {
    const match = MEMBER.exec(source);
    const name = match?.[1] ?? match?.[2] ?? match?.[3];
    if (name === undefined || name === '__proto__') return chain;
    chain.push(name);
  }
}

/** The part of `steps` that the chains reach; omits everything else. */
export function pickReferenced(steps: Readonly<Record<string, unknown>>, chains: ScriptReferences['steps']): unknown {
  return chains === null ? steps : pick(steps, chains);
}

function pick(value: unknown, chains: readonly (readonly string[])[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const byMember = new Map<string, (readonly string[])[]>();
  for (const [member, ...rest] of chains) {
    // The value itself is read, or a method that every object has.
    if (member === undefined || (!Object.hasOwn(value, member) && member in Object.prototype)) return value;
    const known = byMember.get(member);
    if (known) known.push(rest);
    else byMember.set(member, [rest]);
  }
  const picked: Record<string, unknown> = {};
  for (const [member, rest] of byMember) {
    if (Object.hasOwn(value, member)) picked[member] = pick((value as Record<string, unknown>)[member], rest);
  }
  return picked;
}
