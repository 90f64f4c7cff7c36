/** Normalises spellings of a name: `customer_id`, `CustomerID`. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** `companies` is `company`, `Contacts` is `Contact`. */
export function singular(name: string): string {
  if (/ies$/i.test(name)) return name.replace(/ies$/i, 'y');
  if (/(ss|us|is)$/i.test(name)) return name;
  return name.replace(/(?<=(?:s|x|z|ch|sh))es$|s$/i, '');
}

/** Whether two names mean the same thing, singular or plural. */
export function isSameThing(one: string, other: string): boolean {
  return plainName(singular(one)) === plainName(singular(other));
}

/** Whether a name is a kind of the thing: `sync_product` is a product. */
export function isKindOf(name: string, thing: string): boolean {
  const lastWord =
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .split(/[^A-Za-z0-9]+/)
      .at(-1) ?? '';
  return isSameThing(lastWord, thing);
}
