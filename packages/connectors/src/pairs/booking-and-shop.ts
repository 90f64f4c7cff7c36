import { pair } from './pair.ts';

const VARIANT = 'body.input.variants[0]';

/** Mindbody and Booker to Shopify (CPB-05, CPB-06). */
export const bookingToShop = [
  pair(['mindbody', 'Products'], ['shopify', 'Products'], {
    'body.input.title': '$Item.Name',
    'body.input.descriptionHtml': '$Item.LongDescription',
    'body.input.vendor': '$Item.SupplierName',
    [`${VARIANT}.price`]: '$Item.Price',
    [`${VARIANT}.inventoryItem.sku`]: '$Item.Id',
    [`${VARIANT}.barcode`]: '$Item.Id',
  }),
  pair(['mindbody', 'Inventory'], ['shopify', 'Inventory'], {
    'match.sku': '$Item.BarcodeId',
    'body.quantity': '$Item.UnitsInStock',
  }),
  pair(['booker', 'Products'], ['shopify', 'Products'], {
    'body.input.title': '$Item.Name',
    'body.input.descriptionHtml': '$Item.Description',
    [`${VARIANT}.price`]: '$Item.ProductVariants[0].RetailPrice.Amount',
    [`${VARIANT}.inventoryItem.sku`]: '$Item.ProductVariants[0].SKU',
    [`${VARIANT}.barcode`]: '$Item.ProductVariants[0].UPC',
  }),
  pair(['booker', 'Inventory'], ['shopify', 'Inventory'], {
    'match.sku': '$Item.SKU',
    'body.quantity': '$Item.Inventory',
  }),
];

/** What comes back from the shop. */
export const shopToBooking = [
  pair(['shopify', 'Customers'], ['mindbody', 'Customers'], {
    'body.FirstName': '$Item.firstName',
    'body.LastName': '$Item.lastName',
    'body.Email': '$Item.defaultEmailAddress.emailAddress',
    'body.MobilePhone': '$Item.defaultPhoneNumber.phoneNumber',
    'body.AddressLine1': '$Item.defaultAddress.address1',
    'body.AddressLine2': '$Item.defaultAddress.address2',
    'body.City': '$Item.defaultAddress.city',
    'body.State': '$Item.defaultAddress.provinceCode',
    'body.PostalCode': '$Item.defaultAddress.zip',
    'body.Country': '$Item.defaultAddress.countryCodeV2',
  }),
  pair(['shopify', 'Customers'], ['booker', 'Customers'], {
    'body.Customer.FirstName': '$Item.firstName',
    'body.Customer.LastName': '$Item.lastName',
    'body.Customer.Email': '$Item.defaultEmailAddress.emailAddress',
    'body.Customer.CellPhone': '$Item.defaultPhoneNumber.phoneNumber',
    'body.Customer.Address.Street1': '$Item.defaultAddress.address1',
    'body.Customer.Address.Street2': '$Item.defaultAddress.address2',
    'body.Customer.Address.City': '$Item.defaultAddress.city',
    'body.Customer.Address.State': '$Item.defaultAddress.provinceCode',
    'body.Customer.Address.Zip': '$Item.defaultAddress.zip',
  }),
  pair(
    ['shopify', 'Orders'],
    ['mindbody', 'Orders'],
    {
      'body.Items[]': '$Item.lineItems.nodes',
      'body.Items[].Item.Type': 'Product',
      'body.Items[].Item.Metadata.Id': '$Entry.sku',
      'body.Items[].Quantity': '$Entry.quantity',
      'body.Payments[0].Metadata.Amount': '$Item.subtotalPriceSet.shopMoney.amount',
    },
    { dependencies: { 'body.ClientId': ['Customers', '$Item.customer.id'] } },
  ),
  // Booker's lines name a variant, and its stock is what is linked to the shop's stock of the same SKU.
  pair(
    ['shopify', 'Orders'],
    ['booker', 'Orders'],
    {
      'body.Items[]': '$Item.lineItems.nodes',
      'body.Items[].Quantity': '$Entry.quantity',
      'body.Items[].Price.Amount': '$Entry.originalUnitPriceSet.shopMoney.amount',
      'body.Items[].Price.CurrencyCode': '$Entry.originalUnitPriceSet.shopMoney.currencyCode',
    },
    {
      dependencies: {
        'body.CustomerID': ['Customers', '$Item.customer.id'],
        'body.Items[].ProductVariantID': ['Inventory', '$Entry.variant.inventoryItem.id'],
      },
    },
  ),
];
