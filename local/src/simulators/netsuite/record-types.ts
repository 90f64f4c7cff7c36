export interface RecordType {
  title: string;
  required?: readonly string[];
  unique?: string;
  /** The field that other records use to refer to this one. */
  nameField: string;
  /** Fields that refer to records, with their types. */
  references?: Readonly<Record<string, string>>;
  /** Lists within the record, shown if `expandSubResources` is set. */
  sublists?: readonly string[];
  /** The type's name in SuiteQL. */
  sql: { table: string; type?: string };
  /** The prefix of a transaction's number. */
  numbers?: string;
}

const ITEM = { required: ['itemId'], unique: 'itemId', nameField: 'itemId', sublists: ['price'] } as const;
const SALE = {
  required: ['entity', 'item'],
  nameField: 'tranId',
  references: {
    entity: 'customer',
    location: 'location',
    subsidiary: 'subsidiary',
    currency: 'currency',
    paymentMethod: 'paymentMethod',
  },
  sublists: ['item'],
} as const;

export const recordTypes: Readonly<Record<string, RecordType>> = {
  customer: {
    title: 'Customer',
    unique: 'entityId',
    nameField: 'entityId',
    references: { subsidiary: 'subsidiary', currency: 'currency', priceLevel: 'priceLevel' },
    sublists: ['addressBook'],
    sql: { table: 'customer' },
  },
  contact: {
    title: 'Contact',
    required: ['entityId'],
    nameField: 'entityId',
    references: { company: 'customer', subsidiary: 'subsidiary' },
    sql: { table: 'contact' },
  },
  inventoryItem: { title: 'Inventory Item', ...ITEM, sql: { table: 'item', type: 'InvtPart' } },
  nonInventorySaleItem: { title: 'Non-inventory Item', ...ITEM, sql: { table: 'item', type: 'NonInvtPart' } },
  serviceSaleItem: { title: 'Service Item', ...ITEM, sql: { table: 'item', type: 'Service' } },
  otherChargeSaleItem: { title: 'Other Charge Item', ...ITEM, sql: { table: 'item', type: 'OthCharge' } },
  salesOrder: { title: 'Sales Order', ...SALE, sql: { table: 'transaction', type: 'SalesOrd' }, numbers: 'SO' },
  opportunity: {
    title: 'Opportunity',
    required: ['entity'],
    nameField: 'tranId',
    references: SALE.references,
    sublists: ['item'],
    sql: { table: 'transaction', type: 'Opprtnty' },
    numbers: 'OPP',
  },
  invoice: { title: 'Invoice', ...SALE, sql: { table: 'transaction', type: 'CustInvc' }, numbers: 'INV' },
  itemFulfillment: {
    title: 'Item Fulfillment',
    nameField: 'tranId',
    references: { entity: 'customer', createdFrom: 'salesOrder' },
    sublists: ['item'],
    sql: { table: 'transaction', type: 'ItemShip' },
    numbers: 'IF',
  },
  priceLevel: { title: 'Price Level', required: ['name'], unique: 'name', nameField: 'name', sql: { table: 'pricelevel' } },
  paymentMethod: { title: 'Payment Method', required: ['name'], unique: 'name', nameField: 'name', sql: { table: 'paymentmethod' } },
  currency: { title: 'Currency', required: ['name'], nameField: 'name', sql: { table: 'currency' } },
  location: {
    title: 'Location',
    required: ['name'],
    nameField: 'name',
    references: { subsidiary: 'subsidiary' },
    sql: { table: 'location' },
  },
  subsidiary: { title: 'Subsidiary', required: ['name'], nameField: 'name', sql: { table: 'subsidiary' } },
};

/** States of transactions. */
export const STATUSES: Readonly<Record<string, string>> = { A: 'Open' };

export const itemTypes = ['inventoryItem', 'nonInventorySaleItem', 'serviceSaleItem'] as const;
/** Types that a sale line may refer to. */
export const lineItemTypes = [...itemTypes, 'otherChargeSaleItem'] as const;
