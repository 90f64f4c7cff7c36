const TIMES: Readonly<Record<string, string>> = { created_at: 'createdAt', updated_at: 'updatedAt' };

/** The simple half of Shopify's search: `field:value`, `updated_at:>'…'` and plain words, all of which must hold. */
export function matching<Item extends object>(
  query: string | null | undefined,
  fields: readonly (keyof Item & string)[],
): (item: Item) => boolean {
  const parts = (query ?? '').split(/\s+(?:AND\s+)?/).filter(Boolean);
  const textOf = (item: Item, field: string) => String((item as Record<string, unknown>)[field] ?? '');
  return (item) =>
    parts.every((part) => {
      const [, time = '', sign = '=', bound = ''] = /^(created_at|updated_at):(>=|<=|>|<)?["']?([^"']+)["']?$/.exec(part) ?? [];
      if (time) return compares(Date.parse(textOf(item, TIMES[time] ?? '')), sign, Date.parse(bound));
      const [, field, value = ''] = /^(\w+):(.*)$/.exec(part) ?? [];
      const wanted = (field ? value : part).toLowerCase();
      if (!field) return fields.some((one) => textOf(item, one).toLowerCase().includes(wanted.replace(/\*$/, '')));
      const actual = textOf(item, field).toLowerCase();
      return wanted.endsWith('*') ? actual.startsWith(wanted.slice(0, -1)) : actual === wanted;
    });
}

function compares(atMs: number, sign: string, boundMs: number): boolean {
  switch (sign) {
    case '>':
      return atMs > boundMs;
    case '>=':
      return atMs >= boundMs;
    case '<':
      return atMs < boundMs;
    case '<=':
      return atMs <= boundMs;
    default:
      return atMs === boundMs;
  }
}
