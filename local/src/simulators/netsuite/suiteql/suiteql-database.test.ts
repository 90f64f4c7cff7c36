import { describe, expect, test } from 'vitest';
import { openStore } from '../../store/simulator-store.ts';
import { openAccount } from '../account.ts';
import { setUpAccount } from '../account-samples.ts';
import { translateFilter } from '../record-filter.ts';
import { createRecord, updateRecord } from '../save-record.ts';
import { openSuiteQl } from './suiteql-database.ts';

/** Ids: items 101 to 104 and 105 (other charge), customers 106 and 107, a sales order 108. The account's clock shows 1:00. */
function openSample() {
  const account = openAccount({ store: openStore(null), now: () => Date.UTC(2026, 10, 21, 9), deliver: () => {} });
  setUpAccount(account);
  const customers = account.table('customer');
  const address = { addr1: '1 Quay', zip: '01234', country: { id: 'US' } };
  const person = { isPerson: true, firstName: 'Zoë', lastName: 'Ørsted', entityId: 'Zoë', email: 'zoe@example.com', phone: '0049 12' };
  createRecord(account, customers, {
    ...person,
    custentity_rank: 5,
    custentity_code: '0042',
    addressBook: { items: [{ label: 'Main', defaultBilling: true, addressBookAddress: address }] },
  });
  createRecord(account, customers, { companyName: "O'Hara / Sons", externalId: '007', custentity_region: 'North', custentity_rank: 12 });
  const line = { item: { id: '101' }, quantity: 2 };
  createRecord(account, account.table('salesOrder'), { entity: { id: '106' }, item: { items: [line] }, custbody_shipdate: '2026-12-01' });
  const suiteQl = openSuiteQl(account);
  const rows = (query: string) => suiteQl.page(query, { limit: 1_000, offset: 0 }).items;
  const idsWhere = (filter: string) => {
    const { condition, texts } = translateFilter(filter);
    return suiteQl.idsWhere(customers, condition, texts).join(' ');
  };
  return { account, customers, suiteQl, rows, idsWhere };
}

describe('SuiteQL', () => {
  const { rows } = openSample();

  test.each<[query: string, rows: Record<string, string>[]]>([
    // Custom fields are columns of the records that may have them, whether a query has named them or not.
    [
      'SELECT * FROM customer WHERE id = 107',
      [
        {
          id: '107',
          externalid: '007',
          lastmodifieddate: '11/21/2026',
          datecreated: '11/21/2026',
          isinactive: 'F',
          entityid: "O'Hara / Sons",
          companyname: "O'Hara / Sons",
          altname: "O'Hara / Sons",
          isperson: 'F',
          subsidiary: '1',
          currency: '1',
          custentity_region: 'North',
          custentity_rank: '12',
        },
      ],
    ],
    // Everything is text, booleans are T or F, days have the account's format, and empty fields are left out.
    [
      "SELECT id, isperson, companyname, phone, lastmodifieddate FROM customer WHERE entityid = 'Zoë'",
      [{ id: '106', isperson: 'T', phone: '0049 12', lastmodifieddate: '11/21/2026' }],
    ],
    ['SELECT MAX(lastmodifieddate) AS last, COUNT(*) FROM customer', [{ last: '11/21/2026', expr2: '2' }]],
    ['SELECT TO_CHAR(createddate, \'YYYY-MM-DD"T"HH24:MI:SS\') AS at FROM transaction', [{ at: '2026-11-21T01:00:00' }]],
    [
      "SELECT TO_CHAR(TO_DATE('21.11.2026 13:05', 'DD.MM.YYYY HH24:MI'), 'MM/DD HH12:MI AM') AS at FROM subsidiary",
      [{ at: '11/21 01:05 PM' }],
    ],
    [
      "SELECT TO_DATE('2026-11-21', 'YYYY-MM-DD') + 36 / 24 AS noon, TRUNC(SYSDATE) AS today FROM subsidiary",
      [{ noon: '11/22/2026', today: '11/21/2026' }],
    ],
    // A text compared with a date is a date.
    ["SELECT id FROM transaction WHERE trandate = '11/21/2026' AND lastmodifieddate > '11/21/2026 0:59'", [{ id: '108' }]],
    ["SELECT id FROM transaction WHERE createddate BETWEEN '11/22/2026' AND '11/23/2026'", []],
    ["SELECT id FROM transaction WHERE '11/20/2026' < createddate AND trandate IN ('11/20/2026', '11/21/2026')", [{ id: '108' }]],
    ["SELECT id FROM transaction WHERE lastmodifieddate BETWEEN '11/20/2026' AND SYSDATE", [{ id: '108' }]],
    ["SELECT id FROM transaction WHERE lastmodifieddate BETWEEN TO_DATE('2025', 'YYYY') + 7 AND '11/20/2026'", []],
    ["SELECT id FROM transaction WHERE TRUNC(lastmodifieddate) = '11/21/2026'", [{ id: '108' }]],
    ["SELECT name || ' ' || lastmodifieddate AS text FROM subsidiary", [{ text: 'Portage Demo Company 11/21/2026' }]],
    // Case matters, in any alphabet.
    ["SELECT id FROM customer WHERE entityid = 'zoë' OR entityid LIKE 'zo%'", []],
    ["SELECT UPPER(lastname) AS name FROM customer WHERE LOWER(lastname) LIKE LOWER('ØR%')", [{ name: 'ØRSTED' }]],
    // Whole numbers divide as decimals, texts without a value are empty, and null is greater than everything else.
    ['SELECT 1 / 4 AS quarter FROM subsidiary', [{ quarter: '0.25' }]],
    ["SELECT firstname || ' ' || UPPER(lastname) || '/' AS name FROM customer ORDER BY id", [{ name: 'Zoë ØRSTED/' }, { name: ' /' }]],
    ['SELECT id FROM customer ORDER BY firstname', [{ id: '106' }, { id: '107' }]],
    ['SELECT id FROM customer ORDER BY firstname DESC, NVL(email, id) DESC', [{ id: '107' }, { id: '106' }]],
    // Texts that look like numbers, dates or SQL stay as they are.
    ["SELECT externalid FROM customer WHERE externalid = '007'", [{ externalid: '007' }]],
    ["SELECT zip FROM entityaddress WHERE zip = '01234'", [{ zip: '01234' }]],
    ["SELECT companyname FROM customer WHERE companyname = 'O''Hara / Sons'", [{ companyname: "O'Hara / Sons" }]],
    ["SELECT ' LIMIT transaction || / ' AS text FROM subsidiary;", [{ text: ' LIMIT transaction || / ' }]],
    // Names of the records that an id refers to.
    [
      'SELECT t.id, BUILTIN.DF(t.entity) AS customer, BUILTIN.DF(status) AS status, status AS code FROM transaction t',
      [{ id: '108', customer: 'Zoë', status: 'Open', code: 'A' }],
    ],
    [
      'SELECT BUILTIN.DF(item) AS item, quantity, netamount FROM transactionline WHERE transactionline.transaction = 108',
      [{ item: 'MUG-01', quantity: '-2', netamount: '-29' }],
    ],
    [
      "SELECT pricelevelname, price FROM itemprice WHERE item = '101' AND currency = '2' AND pricelevel = 2",
      [{ pricelevelname: 'Wholesale', price: '11.6' }],
    ],
    // Joins, groups, subqueries and the first rows.
    [
      "SELECT a.city, c.id, e.addr1 FROM customer c LEFT JOIN customeraddressbook b ON b.entity = c.id AND b.defaultbilling = 'T' LEFT OUTER JOIN entityaddress e ON e.nkey = b.addressbookaddress LEFT JOIN entityaddress a ON a.nkey = 0 ORDER BY c.id",
      [{ id: '106', addr1: '1 Quay' }, { id: '107' }],
    ],
    ['SELECT itemtype, COUNT(*) AS n FROM item GROUP BY itemtype HAVING COUNT(*) > 1', [{ itemtype: 'InvtPart', n: '2' }]],
    [
      "SELECT COUNT(*) AS n, ROUND(MAX(NVL(cost, 0)), 1) AS most, 'all' AS kind, (SELECT COUNT(*) FROM location) AS places FROM item",
      [{ n: '5', most: '14.5', kind: 'all', places: '2' }],
    ],
    ['SELECT DISTINCT type, recordtype FROM transaction', [{ type: 'SalesOrd', recordtype: 'salesorder' }]],
    ['SELECT id FROM customer WHERE id NOT IN (SELECT entity FROM transaction)', [{ id: '107' }]],
    ['SELECT itemid FROM item ORDER BY itemid FETCH FIRST 1 ROWS ONLY', [{ itemid: 'BAG-07' }]],
    ["SELECT CASE WHEN subtype IS NULL THEN 'no' ELSE subtype END AS sale FROM item WHERE itemid = 'SETUP-1'", [{ sale: 'Sale' }]],
    [
      'SELECT * FROM paymentmethod ORDER BY id DESC FETCH FIRST 1 ROWS ONLY',
      [{ id: '2', lastmodifieddate: '11/21/2026', isinactive: 'F', name: 'Shopify' }],
    ],
    [
      "SELECT custentity_region, customer.custentity_rank FROM customer WHERE custentity_region = 'North'",
      [{ custentity_region: 'North', custentity_rank: '12' }],
    ],
    ["SELECT id FROM customer WHERE custentity_rank > 6 OR custentity_rank = '5' ORDER BY custentity_rank", [{ id: '106' }, { id: '107' }]],
    ['SELECT MAX(custentity_rank) AS top FROM customer', [{ top: '12' }]],
    ["SELECT custentity_code AS code FROM customer WHERE custentity_code = '0042'", [{ code: '0042' }]],
    ["SELECT custbody_shipdate FROM transaction WHERE custbody_shipdate > '11/30/2026'", [{ custbody_shipdate: '12/1/2026' }]],
  ])('%s', (query, expected) => {
    expect(rows(query)).toEqual(expected);
  });

  test.each([
    ['SELECT colour FROM item', "Field 'colour' for record 'item' was not found."],
    ['SELECT i.id, i.colour FROM item i', "Field 'colour' for record 'item' was not found."],
    ['SELECT custitem_x FROM customer', "Field 'custitem_x' for record 'customer' was not found."],
    ['SELECT id FROM invoices', "Record 'invoices' was not found."],
    ['SELECT name FROM sqlite_schema', /^Record 'sqlite_\w+' was not found\.$/],
    ['SELECT HEX(id) FROM item', /function hex is not known/i],
    ['SELECT id FROM item LIMIT 5', 'Unexpected "LIMIT".'],
    ['SELECT id FROM item; SELECT id FROM item', 'Unexpected ";".'],
    ["SELECT id FROM item WHERE itemid = 'a", /'a/],
    ['SELECT id FROM item WHERE itemid = "a"', /a/],
    ['SELECT id FROM item WHERE id NOT 5', /"5"/],
    ['SELECT type, COUNT(*) FROM transaction', 'Not a single-group group function.'],
    ['SELECT', /incomplete/],
    ['DELETE FROM item', /not authorized/],
    ['PRAGMA query_only', /not authorized/],
    ['WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT i FROM n', /not authorized/],
    ["SELECT id FROM item WHERE lastmodifieddate > 'soon'", '"soon" is no date.'],
    ["SELECT TO_DATE('2026', 'MM/DD/YYYY') FROM subsidiary", '"2026" does not fit the format "MM/DD/YYYY".'],
  ])('refuses %s', (query, message) => {
    expect(() => rows(query)).toThrow(
      expect.objectContaining({ name: 'InvalidQuery', message: typeof message === 'string' ? message : expect.stringMatching(message) }),
    );
  });

  test('counts all rows of a query, and follows changes between its pages', () => {
    const { account, customers, suiteQl } = openSample();
    const page = (offset: number) => suiteQl.page('SELECT id, email FROM customer ORDER BY id', { limit: 1, offset });
    expect(page(0)).toEqual({ items: [{ id: '106', email: 'zoe@example.com' }], totalCount: 2 });
    createRecord(account, customers, { companyName: 'Third' });
    updateRecord(account, customers, customers.records.get('107') as never, { email: 'sons@example.com' }, []);
    expect(page(1)).toEqual({ items: [{ id: '107', email: 'sons@example.com' }], totalCount: 3 });
    customers.records.remove('106');
    expect(page(1)).toEqual({ items: [{ id: '109' }], totalCount: 2 });
    const addresses = suiteQl.page('SELECT nkey FROM entityaddress', { limit: 1, offset: 0 });
    expect(addresses.totalCount).toBe(0);
  });
});

describe('the filter of lists', () => {
  const { idsWhere } = openSample();

  test.each([
    ['email IS "ZOE@example.com"', '106'],
    ['email IS_NOT "zoe@example.com"', '107'],
    ['email START_WITH "zo" AND isPerson IS true', '106'],
    ['externalId IS_NOT "007"', '106'],
    ['custentity_discount EQUAL_NOT 12', '106 107'],
    ['email END_WITH ".com" OR externalId IS "007"', '106 107'],
    ['companyName CONTAIN "hara / s"', '107'],
    ['companyName CONTAIN_NOT "hara"', '106'],
    ['(isPerson IS true OR isPerson IS false) AND comments EMPTY AND email EMPTY_NOT', '106'],
    ['id ANY_OF ["107", "108", "106"]', '106 107'],
    ['subsidiary ANY_OF [1] AND externalId IS "07"', ''],
    ['custentity_rank EQUAL 12', '107'],
    ['custentity_rank GREATER 11 AND custentity_rank LESS_OR_EQUAL 12', '107'],
    ['lastModifiedDate ON "11/21/2026"', '106 107'],
    ['lastModifiedDate AFTER "11/21/2026 1:00 am"', ''],
    ['lastModifiedDate ON_OR_AFTER "11/21/2026 1:00 am" AND lastModifiedDate BEFORE "11/22/2026"', '106 107'],
    ['lastModifiedDate WITHIN "11/20/2026" "11/21/2026"', ''],
    ['companyName IS "O\'Hara / Sons"', '107'],
    ['entityId IS "a \\"b\\" OR 1"', ''],
  ])('%s', (filter, expected) => {
    expect(idsWhere(filter)).toBe(expected);
  });

  test.each([
    'email LOOKS "x"',
    'email IS',
    'email',
    '(email IS "a"',
    'email IS "a" email',
    'email IS "a" OR',
    '1 = 1',
    'lastModifiedDate AFTER "soon"',
  ])('refuses %s', (filter) => {
    expect(() => idsWhere(filter)).toThrow(expect.objectContaining({ name: 'InvalidQuery' }));
  });
});
