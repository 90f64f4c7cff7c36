import { pair } from './pair.ts';

const VARIANT = 'body.input.variants[0]';
const ITEMS = ['InventoryItems', 'NonInventoryItems', 'ServiceItems'];
const FAMILIES: Readonly<Record<string, string>> = {
  InventoryItems: 'Inventory',
  NonInventoryItems: 'Non-inventory',
  ServiceItems: 'Services',
};

/** NetSuite and Salesforce (CPB-07). */
export const erpToCrm = [
  ...ITEMS.map((entity) =>
    pair(
      ['netsuite', entity],
      ['salesforce', 'Products'],
      {
        'body.Name': '$Item.displayname',
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
      { 'body.UnitPrice': '${firstFilled($Item.baseprice, 0)}' },
      { dependencies: { 'body.Product2Id': [entity, '$Item.id'] } },
    ),
  ),
  // The price level and the price book are answers of the flow: one flow a level (CPB-18).
  pair(
    ['netsuite', 'Prices'],
    ['salesforce', 'PriceBookEntries'],
    { 'body.UnitPrice': '$Item.price' },
    { dependencies: { 'body.Product2Id': ['InventoryItems', '$Item.item'] } },
  ),
  pair(['salesforce', 'Accounts'], ['netsuite', 'Customers'], {
    'body.isPerson': 'false',
    'body.companyName': '$Item.Name',
    'body.phone': '$Item.Phone',
    'body.url': '$Item.Website',
    'body.comments': '$Item.Description',
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
    'body.input.title': '$Item.displayname',
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
      'body.item.items[]': '$Item.lineItems.nodes',
      'body.item.items[].quantity': '$Entry.quantity',
      // A rate of its own needs the price level "Custom".
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
      'body.title': '$Item.displayname',
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
