const FIRST_NAMES = ['Ada', 'Ben', 'Chiara', 'Deniz', 'Emil', 'Fatou', 'Greta', 'Hugo', 'Ines', 'Jonas'];
const LAST_NAMES = ['Lovelace', 'Okafor', 'Rossi', 'Yilmaz', 'Berg', 'Diallo', 'Lindqvist', 'Martin', 'Costa', 'Weber'];
const COMPANIES = ['Harbour Foods', 'Northwind Studio', 'Blue Kettle', 'Linden & Sons', 'Copper Works', 'Meridian Travel', 'Paper Fox'];
const KINDS = ['Enamel', 'Canvas', 'Linen', 'Walnut', 'Copper', 'Wool', 'Glass', 'Cork'];
const THINGS = ['mug', 'bag', 'pen', 'notebook', 'poster', 'candle', 'apron', 'bottle', 'scarf', 'clock'];
const JOB_TITLES = ['Buyer', 'Head of Sales', 'Engineer', 'Founder', 'Curator', 'Accountant'];
const CITIES = [
  { city: 'Hamburg', postalCode: '20457', country: 'DE' },
  { city: 'Lyon', postalCode: '69002', country: 'FR' },
  { city: 'Porto', postalCode: '4050-253', country: 'PT' },
  { city: 'Leeds', postalCode: 'LS1 4AP', country: 'GB' },
];

export function nth<Item>(items: readonly [Item, ...Item[]] | readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}

/** @param number is part of the e-mail address, which makes the address unique */
export function samplePerson(index: number, number: number = index) {
  const [firstName, lastName] = [nth(FIRST_NAMES, index), nth(LAST_NAMES, Math.floor(index / FIRST_NAMES.length) + index)];
  const email = `${firstName}.${lastName}.${number}@example.com`.toLowerCase();
  return { firstName, lastName, email, phone: `+49 40 555${String(10_000 + (number % 90_000))}`, jobTitle: nth(JOB_TITLES, index) };
}

export function sampleCompany(index: number): string {
  return nth(COMPANIES, index);
}

/** @param number is part of the SKU, which makes the SKU unique */
export function sampleProduct(index: number, number: number = index) {
  const title = `${nth(KINDS, Math.floor(index / THINGS.length) + index)} ${nth(THINGS, index)}`;
  return {
    title,
    sku: `${title.slice(0, 3)}-${number}`.toUpperCase(),
    price: (4 + ((index * 37) % 900) / 10).toFixed(2),
    available: (index * 7) % 60,
  };
}

export function sampleAddress(index: number) {
  return { street: `Harbour Street ${1 + (index % 90)}`, ...nth(CITIES, index) };
}
