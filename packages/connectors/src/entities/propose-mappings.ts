import type { EntityField } from './entity-fields.ts';

/** A target field and the expression that fills it (spec INT-03). */
export interface ProposedMapping {
  fromParameterExpression: string;
  toParameterPath: string;
}

type Proposable = Pick<EntityField, 'path' | 'title' | 'type'>;

/** Synonyms as systems write them, without letter case and separators. */
const SAME: readonly (readonly string[])[] = [
  ['email', 'emailaddress', 'useremail', 'primaryemailaddraddress', 'defaultemailaddressemailaddress', 'mail'],
  ['firstname', 'givenname', 'first'],
  ['lastname', 'familyname', 'surname', 'last'],
  ['phone', 'phonenumber', 'primaryphonefreeformnumber', 'defaultphonenumberphonenumber', 'telephone'],
  ['mobilephone', 'cellphone', 'mobile'],
  ['company', 'companyname', 'organization', 'organisation', 'org', 'companyoraccount'],
  ['jobtitle', 'title', 'position'],
  ['name', 'title', 'displayname', 'productname', 'itemname'],
  ['sku', 'stockkeepingunit', 'productcode', 'itemid', 'code'],
  ['barcode', 'upc', 'upccode', 'barcodeid', 'gtin', 'ean'],
  ['price', 'unitprice', 'baseprice', 'retailprice', 'retailpriceamount', 'salesprice'],
  ['description', 'descriptionhtml', 'longdescription', 'shortdescription', 'salesdescription', 'body'],
  ['quantity', 'quantityavailable', 'unitsinstock', 'inventory', 'qty', 'stock'],
  ['street', 'addr1', 'address1', 'addressline1', 'line1', 'street1', 'billingstreet', 'mailingstreet'],
  ['city', 'billingcity', 'mailingcity', 'town'],
  ['state', 'province', 'provincecode', 'billingstate', 'mailingstate', 'region'],
  ['zip', 'postalcode', 'postcode', 'billingpostalcode', 'mailingpostalcode'],
  ['country', 'countrycode', 'billingcountry', 'mailingcountry'],
  ['note', 'notes', 'comments', 'memo', 'comment'],
];

/** Too common to mean the same thing in two systems. */
const NEVER = new Set(['id', 'type', 'value', 'status', 'key', 'url', 'createdat', 'updatedat', 'createddate', 'owner', 'ownerid']);
const groupsOf = new Map<string, Set<number>>();
for (const [index, names] of SAME.entries()) {
  for (const name of names) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(index));
}

const EXACT = 100;
const SAME_END = 80;
const SAME_MEANING = 60;
const LEVEL = 2;

/** Proposes mappings by name and type: one per target field, any number per source field. Fields of list entries are left to people. */
export function proposeMappings(sources: readonly Proposable[], targets: readonly Proposable[]): ProposedMapping[] {
  const from = sources.filter(({ path }) => !path.includes('[]')).map((field) => ({ field, name: parseNames(field.path) }));
  return targets.flatMap((target): ProposedMapping[] => {
    if (target.path.includes('[]')) return [];
    const wanted = parseNames(target.path);
    let best: { score: number; path: string } | null = null;
    for (const { field, name } of from) {
      const score = fits(field.type, target.type) ? computeScore(name, wanted) : 0;
      if (score > (best?.score ?? 0)) best = { score, path: field.path };
    }
    return best ? [{ fromParameterExpression: `$Item${memberPath(best.path)}`, toParameterPath: target.path }] : [];
  });
}

interface Names {
  /** The last name of the path, and the last two joined. */
  last: string;
  lastTwo: string;
  levels: number;
  /** Indices in the list of synonyms. */
  meanings: ReadonlySet<number>;
}

function parseNames(path: string): Names {
  const names = path
    .replace(/^(body|match)\./, '')
    .split(/[.[\]"]+/)
    .filter((name) => name !== '' && !/^\d+$/.test(name))
    .map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const [last, lastTwo] = [names.at(-1) ?? '', names.slice(-2).join('')];
  const meanings = new Set([last, lastTwo].flatMap((name) => [...(groupsOf.get(name) ?? [])]));
  return { last, lastTwo, levels: names.length, meanings };
}

/** How well two fields fit; 0: not at all. Deeply nested fields score less, because they are often about something else. */
function computeScore(source: Names, target: Names): number {
  const distance = LEVEL * (source.levels + target.levels);
  if (NEVER.has(source.last) || NEVER.has(target.last))
    return source.lastTwo === target.lastTwo && target.levels > 1 ? EXACT - distance : 0;
  if (source.lastTwo === target.lastTwo) return EXACT - distance;
  if (source.last === target.last) return SAME_END - distance;
  const isSame = [...source.meanings].some((one) => target.meanings.has(one));
  return isSame ? SAME_MEANING - distance : 0;
}

/** Whether a value of one type can be written to a field of another. Text accepts any single value. */
function fits(source: EntityField['type'], target: EntityField['type']): boolean {
  const isSingle = (type: EntityField['type']) => type !== 'Object' && type !== 'OneOfObject' && type !== 'Array' && type !== 'File';
  if (!isSingle(source) || !isSingle(target)) return source === target && source !== 'File';
  if (source === 'Any' || target === 'Any' || target === 'String' || source === target) return true;
  // Numbers are often sent as text.
  const isNumber = (type: EntityField['type']) => type === 'Integer' || type === 'Number';
  if (isNumber(target)) return isNumber(source) || source === 'String';
  if (target === 'Date' || target === 'DateTime') return source === 'Date' || source === 'DateTime' || source === 'String';
  return false;
}

/** A path after `$Item`. Names that the expression language doesn't accept as they are go in brackets. */
function memberPath(path: string): string {
  const segments = [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)];
  return segments
    .map(([, quoted, index, name = '']) => {
      if (index !== undefined) return `[${index}]`;
      const text = quoted ?? name;
      return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
    })
    .join('');
}
