const COMMON = '_type _fields id externalid lastmodifieddate isinactive';
const TABLES = {
  customer: `${COMMON} entityid companyname firstname lastname altname email phone url comments isperson datecreated subsidiary currency pricelevel`,
  contact: `${COMMON} entityid firstname lastname title email phone mobilephone company datecreated subsidiary`,
  item: `${COMMON} itemid displayname itemtype description subtype manufacturer upccode cost weight createddate fullname`,
  transaction: `_type _fields id externalid lastmodifieddate tranid title probability expectedclosedate entitystatus projectedtotal trandate type
    recordtype entity status foreigntotal total currency paymentmethod memo otherrefnum duedate createddate location subsidiary email`,
  pricelevel: `${COMMON} name discountpct`,
  paymentmethod: `${COMMON} name`,
  currency: `${COMMON} name symbol`,
  location: `${COMMON} name subsidiary`,
  subsidiary: `${COMMON} name`,
  _price: 'item pricelevel price quantity currency',
  aggregateitemlocation: 'item location quantityonhand quantityavailable quantitycommitted quantityonorder',
  _address: 'entity internalid key label defaultbilling defaultshipping addressee addr1 addr2 city state zip country addrphone',
  transactionline: 'transaction linesequencenumber item quantity rate netamount memo location',
} as const;

export type TableName = keyof typeof TABLES;

/** The columns of each table. Names that begin with `_` are the simulator's own. */
export const sqlTables = Object.entries(TABLES).map(([name, columns]) => ({ name: name as TableName, columns: columns.split(/\s+/) }));

const NUMBERS = `entity currency paymentmethod location subsidiary pricelevel company item transaction internalid key linesequencenumber
  cost weight probability foreigntotal total projectedtotal discountpct price quantity rate netamount
  quantityonhand quantityavailable quantitycommitted quantityonorder`.split(/\s+/);
const LOOKED_UP =
  'externalid lastmodifieddate email entityid companyname itemid upccode otherrefnum tranid item entity key transaction'.split(' ');
const CUSTOM = { custentity: ['customer', 'contact'], custitem: ['item'], custbody: ['transaction'] } as const;

/** Creates the tables, their indexes, and the tables that show the same rows in another way. */
export const tablesSql = [
  ...sqlTables.flatMap(({ name, columns }) => {
    const typed = columns.map((column) => `"${column}" ${columnType(column)}`);
    const indexed = columns.filter((column) => LOOKED_UP.includes(column));
    return [
      `CREATE TABLE "${name}" (${typed.join(', ')})`,
      ...indexed.map((column) => `CREATE INDEX "${name} by ${column}" ON "${name}" ("${column}")`),
    ];
  }),
  "CREATE VIEW itemprice AS SELECT item, pricelevel, display('pricelevel', pricelevel) AS pricelevelname, price, quantity, currency FROM _price",
  'CREATE VIEW pricing AS SELECT item, pricelevel, price AS unitprice, quantity, currency FROM _price',
  `CREATE VIEW customeraddressbook AS
    SELECT entity, internalid, key AS addressbookaddress, label, defaultbilling, defaultshipping FROM _address`,
  'CREATE VIEW entityaddress AS SELECT key AS nkey, addressee, addr1, addr2, city, state, zip, country, addrphone FROM _address',
].join(';\n');

/** Custom fields are columns of the tables whose records may have them. */
export function customColumnSql(column: string, hasNumbers: boolean): string {
  const prefix = Object.keys(CUSTOM).find((name) => column.startsWith(name)) as keyof typeof CUSTOM;
  const type = hasNumbers ? 'NUMERIC' : columnType(column);
  return CUSTOM[prefix].map((table) => `ALTER TABLE "${table}" ADD COLUMN ${column} ${type} AS (_fields ->> '${column}')`).join(';');
}

function columnType(column: string): string {
  if (column === 'id') return 'INTEGER PRIMARY KEY';
  return column.includes('date') || NUMBERS.includes(column) ? 'NUMERIC' : 'TEXT';
}
