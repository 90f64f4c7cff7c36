import type { Decision } from './decide-item.ts';
import { buildIdentity, type FindKey } from './find-keys.ts';
import { plainKey } from './found-records.ts';
import type { SourceRecord } from './read-record.ts';

/** How many ids a message names; the others are counted. */
const MOST_NAMED = 5;

interface Plan {
  record: Pick<SourceRecord, 'id'>;
  decision: Pick<Decision, 'kind'>;
  keys: readonly FindKey[];
}

interface SharedKey {
  key: FindKey;
  plans: readonly Plan[];
}

/** Two records in the source share what the target has once. @param shared what it is: `the SKU “A-1”` */
export function sharedTargetMessage(shared: string, other: string, own: string): string {
  return `Two records in the source share ${shared}: ${other} and ${own}. Change one of them.`;
}

/**
 * Records of one chunk that are connected by shared keys, directly or through others. None of them is written, and each gets a message.
 * Linked records that share a key each have a target record, so they only count as connected if a new record joins them.
 *
 * @returns messages by the records' ids
 */
export function sharedKeys(plans: readonly Plan[]): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  const groups = keysOfSeveral(plans.filter(({ decision }) => decision.kind === 'find' || decision.kind === 'update'));
  for (const group of joined(groups.filter((one) => one.plans.some(({ decision }) => decision.kind === 'find')))) {
    const ids = [...new Set(group.flatMap((one) => one.plans.map(({ record }) => record.id)))];
    const message = describeSharedKeys(ids, group);
    for (const id of ids) messages.set(id, message);
  }
  return messages;
}

function describeSharedKeys(ids: readonly string[], group: readonly SharedKey[]): string {
  const keys = group.slice(0, MOST_NAMED).map(({ key: { find, key } }) => `the ${find.title} “${key}”`);
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  const named = ids.slice(0, MOST_NAMED).join(', ');
  return `${ids.length} records in the source share ${keys.join(' and ')}: ${named}${more}. Change them so that each has its own.`;
}

/** Few keys are equal, and building a search's full identity costs more than its key, so keys are compared first. */
function keysOfSeveral(plans: readonly Plan[]): SharedKey[] {
  const all = plans.flatMap((plan) => plan.keys.flatMap((key) => (key.find.key === 'externalId' ? [] : [{ plan, key }])));
  return [...Map.groupBy(all, ({ key }) => plainKey(key.key)).values()]
    .filter(isOfSeveral)
    .flatMap((alike) => [...Map.groupBy(alike, ({ key }) => buildIdentity(key)).values()].filter(isOfSeveral))
    .flatMap((alike) => {
      const [first] = alike;
      return first ? [{ key: first.key, plans: alike.map(({ plan }) => plan) }] : [];
    });
}

function isOfSeveral(alike: readonly { plan: Plan }[]): boolean {
  return alike.some(({ plan }) => plan !== alike[0]?.plan);
}

/** Groups keys that have a record in common. */
function joined(keys: readonly SharedKey[]): SharedKey[][] {
  const groups: { plans: Set<Plan>; keys: SharedKey[] }[] = [];
  for (const key of keys) {
    const met = groups.filter(({ plans }) => key.plans.some((plan) => plans.has(plan)));
    for (const group of met) groups.splice(groups.indexOf(group), 1);
    groups.push({
      plans: new Set([...key.plans, ...met.flatMap(({ plans }) => [...plans])]),
      keys: [...met.flatMap((group) => group.keys), key],
    });
  }
  return groups.map((group) => group.keys);
}
