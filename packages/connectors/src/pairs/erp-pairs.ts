import { leftOutOrder } from './booking-and-shop.ts';
import { pair } from './pair.ts';

const VARIANT = 'body.input.variants[0]';
/** The display name is optional in NetSuite; the item name is not. */
const NAME = '${firstFilled($Item.displayname, $Item.itemid)}';
const ITEMS = ['InventoryItems', 'NonInventoryItems', 'ServiceItems'];
const FAMILIES: Readonly<Record<string, string>> = {
  InventoryItems: 'Inventory',
  NonInventoryItems: 'Non-inventory',
  ServiceItems: 'Services',
};

type Rows = Readonly<Record<string, string>>;

/** A shop address in NetSuite's fields. @param from its path in the record */
const shopAddress = (from: string): Rows => ({
  addressee: `\${firstFilled(${from}.company, joinTexts(" ", ${from}.firstName, ${from}.lastName))}`,
  attention: `\${if(isEmpty(${from}.company), null, joinTexts(" ", ${from}.firstName, ${from}.lastName))}`,
  addr1: `${from}.address1`,
  addr2: `${from}.address2`,
  city: `${from}.city`,
  state: `${from}.provinceCode`,
  zip: `${from}.zip`,
  'country.id': `${from}.countryCodeV2`,
  addrPhone: `${from}.phone`,
});

const rows = (prefix: string, fields: Rows): Rows =>
  Object.fromEntries(Object.entries(fields).map(([name, expression]) => [`${prefix}.${name}`, expression]));

/** A customer's default address. @param fields their expressions; `addr1` says whether there is an address at all */
const addressBook = (fields: Rows): Rows => ({
  'body.addressBook.items[0].defaultBilling': `\${if(isEmpty(${fields.addr1}), null, true)}`,
  'body.addressBook.items[0].defaultShipping': `\${if(isEmpty(${fields.addr1}), null, true)}`,
  ...rows('body.addressBook.items[0].addressBookAddress', fields),
});

/** NetSuite and Salesforce (CPB-07). */
export const erpToCrm = [
  ...ITEMS.map((entity) =>
    pair(
      ['netsuite', entity],
      ['salesforce', 'Products'],
      {
        'body.Name': NAME,
        'body.ProductCode': '$Item.itemid',
        'body.Description': '$Item.description',
        'body.Family': FAMILIES[entity] ?? '',
        ...(entity === 'ServiceItems' ? {} : { 'body.StockKeepingUnit': '$Item.itemid' }),
      },
      { externalIdFields: ['body.ExternalId'] },
    ),
  ),
  pair(['netsuite', 'Customers'], ['salesforce', 'Accounts'], {
    // A person has no company name.
    'body.Name': '${firstFilled($Item.companyname, joinTexts(" ", $Item.firstname, $Item.lastname), $Item.entityid)}',
    'body.AccountNumber': '$Item.entityid',
    'body.Phone': '$Item.phone',
    'body.Website': '$Item.url',
    'body.Description': '$Item.comments',
    'body.BillingStreet': '$Item.addr1',
    'body.BillingCity': '$Item.city',
    'body.BillingState': '$Item.state',
    'body.BillingPostalCode': '$Item.zip',
    'body.BillingCountry': '$Item.country',
  }),
  pair(
    ['netsuite', 'Contacts'],
    ['salesforce', 'Contacts'],
    {
      'body.FirstName': '$Item.firstname',
      'body.LastName': '$Item.lastname',
      'body.Email': '$Item.email',
      'body.Phone': '$Item.phone',
      'body.MobilePhone': '$Item.mobilephone',
      'body.Title': '$Item.title',
    },
    { dependencies: { 'body.AccountId': ['Customers', '$Item.company'] } },
  ),
  ...ITEMS.map((entity) =>
    pair(
      ['netsuite', entity],
      ['salesforce', 'StandardPrices'],
      { 'body.UnitPrice': '$Item.baseprice' },
      { dependencies: { 'body.Product2Id': [entity, '$Item.id'] } },
    ),
  ),
  // The price level and the price book are chosen in the flow, so each price level has its own flow (CPB-18).
  pair(
    ['netsuite', 'Prices'],
    ['salesforce', 'PriceBookEntries'],
    {
      'body.UnitPrice': '$Item.price',
      'match.takeOff': '${ifEqual($Item.isinactive, "T", "The item is inactive in NetSuite.")}',
    },
    { dependencies: { 'body.Product2Id': ['InventoryItems', '$Item.item'] } },
  ),
  pair(['salesforce', 'Accounts'], ['netsuite', 'Customers'], {
    'body.isPerson': 'false',
    'body.companyName': '$Item.Name',
    'body.phone': '$Item.Phone',
    'body.url': '$Item.Website',
    'body.comments': '$Item.Description',
    ...addressBook({
      addressee: '$Item.Name',
      addr1: '$Item.BillingStreet',
      city: '$Item.BillingCity',
      state: '$Item.BillingState',
      zip: '$Item.BillingPostalCode',
      // NetSuite identifies countries by their two letters; Salesforce accepts any text.
      'country.id': '${if(equals(count(firstFilled($Item.BillingCountry, "")), 2), $Item.BillingCountry, null)}',
    }),
  }),
  pair(
    ['salesforce', 'Contacts'],
    ['netsuite', 'Contacts'],
    {
      'body.firstName': '$Item.FirstName',
      'body.lastName': '$Item.LastName',
      'body.email': '$Item.Email',
      'body.phone': '$Item.Phone',
      'body.mobilePhone': '$Item.MobilePhone',
      'body.title': '$Item.Title',
    },
    { dependencies: { 'body.company.id': ['Accounts', '$Item.AccountId'] } },
  ),
  pair(
    ['salesforce', 'Opportunities'],
    ['netsuite', 'Opportunities'],
    {
      'body.title': '$Item.Name',
      'body.expectedCloseDate': '$Item.CloseDate',
      'body.probability': '$Item.Probability',
      'body.projectedTotal': '$Item.Amount',
      'body.memo': '$Item.Description',
    },
    { dependencies: { 'body.entity.id': ['Accounts', '$Item.AccountId'] } },
  ),
];

/** NetSuite and Shopify (CPB-08). */
export const erpToShop = [
  pair(['netsuite', 'InventoryItems'], ['shopify', 'Products'], {
    'body.input.title': NAME,
    'body.input.descriptionHtml': '$Item.description',
    'body.input.vendor': '$Item.manufacturer',
    [`${VARIANT}.price`]: '$Item.baseprice',
    [`${VARIANT}.inventoryItem.sku`]: '$Item.itemid',
    [`${VARIANT}.barcode`]: '$Item.upccode',
  }),
  pair(['netsuite', 'Inventory'], ['shopify', 'Inventory'], {
    'match.sku': '$Item.itemid',
    'body.quantity': '$Item.quantityavailable',
  }),
  pair(['shopify', 'Customers'], ['netsuite', 'Customers'], {
    'body.isPerson': 'true',
    'body.firstName': '$Item.firstName',
    'body.lastName': '$Item.lastName',
    'body.email': '$Item.defaultEmailAddress.emailAddress',
    'body.phone': '$Item.defaultPhoneNumber.phoneNumber',
    'body.companyName': '$Item.defaultAddress.company',
    'body.comments': '$Item.note',
    ...addressBook(shopAddress('$Item.defaultAddress')),
  }),
  pair(
    ['shopify', 'Orders'],
    ['netsuite', 'Orders'],
    {
      'body.tranDate': '${formatDate($Item.createdAt, "yyyy-MM-dd")}',
      'body.otherRefNum': '$Item.name',
      'body.email': '$Item.email',
      'body.memo': '$Item.note',
      'match.currency': '$Item.currencyCode',
      'match.leaveOut': leftOutOrder('NetSuite', 'sales orders'),
      ...rows('body.shippingAddress', shopAddress('$Item.shippingAddress')),
      ...rows('body.billingAddress', shopAddress('$Item.billingAddress')),
      'body.item.items[]': '$Item.lineItems.nodes',
      'body.item.items[].quantity': '$Entry.quantity',
      // A custom rate needs the price level "Custom".
      'body.item.items[].price.id': '-1',
      'body.item.items[].rate': '$Entry.originalUnitPriceSet.shopMoney.amount',
      'body.item.items[].description': '$Entry.title',
    },
    {
      dependencies: {
        'body.entity.id': ['Customers', '$Item.customer.id'],
        'body.item.items[].item.id': ['Products', '$Entry.product.id'],
      },
    },
  ),
];

/** NetSuite to the marketplace (CPB-09). */
export const erpToMarketplace = [
  pair(
    ['netsuite', 'InventoryItems'],
    ['u-api', 'Products'],
    {
      'body.sellerSku': '$Item.itemid',
      'body.title': NAME,
      'body.description': '$Item.description',
      'body.brand': '$Item.manufacturer',
      'body.barcode': '$Item.upccode',
      'body.price.amount': '$Item.baseprice',
    },
    { externalIdFields: ['body.externalId'] },
  ),
  pair(['netsuite', 'Inventory'], ['u-api', 'Inventory'], {
    'match.sku': '$Item.itemid',
    'body.quantity': '$Item.quantityavailable',
  }),
];
