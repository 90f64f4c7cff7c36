import type { EntityDefinition } from '../declarations/entity.ts';

/**
 * Names of an entity's parameters that say where its records are: the event of a person, the price book of a price. Records are
 * both written and searched with them. A parameter that only new records get, such as an order's payment method, isn't one of
 * them. Neither is a parameter of an entity whose records can't be searched for: a second record would be created.
 */
export function listParentParameters({ list, find, findMany, create, update }: EntityDefinition): Set<string> {
  if (find.length === 0 && findMany === undefined) return new Set();
  const written = new Set([...namesIn(create), ...namesIn(update)]);
  const searched = new Set([...namesIn(list), ...namesIn(find), ...namesIn(findMany), ...namesIn(update)]);
  // A search may name a written value instead: `{write.body.CampaignId}`.
  const searches = JSON.stringify([find, findMany ?? null]);
  for (const [path, value] of Object.entries({ ...create?.values, ...update?.values })) {
    if (searches.includes(`{write.${path}}`)) for (const name of namesIn(value)) searched.add(name);
  }
  return new Set([...written].filter((name) => searched.has(name)));
}

function namesIn(part: unknown): string[] {
  return [...(JSON.stringify(part) ?? '').matchAll(/\{parameter\.(\w+)\}/g)].map(([, name = '']) => name);
}
