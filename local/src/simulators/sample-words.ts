import words from './sample-words.json' with { type: 'json' };

export function nth<Item>(items: readonly [Item, ...Item[]] | readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}

/** @param number is part of the e-mail address, which makes the address unique */
export function samplePerson(index: number, number: number = index) {
  const [firstName, lastName] = [nth(words.firstNames, index), nth(words.lastNames, Math.floor(index / words.firstNames.length) + index)];
  const email = `${firstName}.${lastName}.${number}@example.com`.toLowerCase();
  return { firstName, lastName, email, phone: `+49 40 555${String(10_000 + (number % 90_000))}`, jobTitle: nth(words.jobTitles, index) };
}

export function sampleCompany(index: number): string {
  return nth(words.companies, index);
}

/** @param number is part of the SKU, which makes the SKU unique */
export function sampleProduct(index: number, number: number = index) {
  const title = `${nth(words.kinds, Math.floor(index / words.things.length) + index)} ${nth(words.things, index)}`;
  return {
    title,
    sku: `${title.slice(0, 3)}-${number}`.toUpperCase(),
    price: (4 + ((index * 37) % 900) / 10).toFixed(2),
    available: (index * 7) % 60,
  };
}

export function sampleAddress(index: number) {
  return { street: `Harbour Street ${1 + (index % 90)}`, ...nth(words.cities, index) };
}
