import { pair } from './pair.ts';

const VARIANT = 'body.input.variants[0]';

/** Variants that have a price and aren't disabled. */
const SOLD_VARIANTS = '${having(exclude($Item.ProductVariants, "IsActive", false), "RetailPrice.Amount")}';
const VARIANT_NAME = `\${if(greaterThan(count(${SOLD_VARIANTS.slice(2, -1)}), 1), firstFilled($Entry.Name, $Entry.SKU), "Default Title")}`;

/** Why a shop's order is skipped; one that was booked before stays, and the text says so. @param record what the order becomes */
export const leftOutOrder = (system: string, record: string) => {
  const given = (what: string) =>
    `"The order was ${what} in the shop. If it’s in ${system} already, it stays there as it is: change or cancel it there."`;
  const reasons = [
    `if(isEmpty($Item.customer.id), "The order has no customer, and ${system} has no ${record} without one. Add a customer to the order in the shop.")`,
    `if(isEmpty($Item.cancelledAt), null, ${given('cancelled')})`,
    `ifEqual($Item.displayFinancialStatus, "REFUNDED", ${given('refunded')})`,
    `ifEqual($Item.displayFinancialStatus, "PARTIALLY_REFUNDED", ${given('refunded in part')})`,
  ];
  return `\${firstFilled(${reasons.join(', ')})}`;
};

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
    // A product with a single variant has no choice to offer; Shopify calls this its default title.
    'body.input.variants[]': SOLD_VARIANTS,
    'body.input.variants[].optionValues[0].name': VARIANT_NAME,
    'body.input.variants[].price': '$Entry.RetailPrice.Amount',
    'body.input.variants[].inventoryItem.sku': '$Entry.SKU',
    'body.input.variants[].barcode': '$Entry.UPC',
  }),
  pair(['booker', 'Inventory'], ['shopify', 'Inventory'], {
    'match.sku': '$Item.SKU',
    'match.takeOff': `\${if(isEmpty($Item.RetailPrice.Amount), "It has no price, so it isn't offered for sale.")}`,
    'body.quantity': '$Item.Inventory',
  }),
];

/** Customers and orders that go back from the shop. */
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
    'body.Customer.Address.Country.Name': '$Item.defaultAddress.country',
  }),
  pair(
    ['shopify', 'Orders'],
    ['mindbody', 'Orders'],
    {
      'match.leaveOut': leftOutOrder('Mindbody', 'sales'),
      'body.Items[]': '$Item.lineItems.nodes',
      'body.Items[].Item.Type': 'Product',
      'body.Items[].Item.Metadata.Id': '$Entry.sku',
      'body.Items[].Quantity': '$Entry.quantity',
      'body.Payments[0].Metadata.Amount': '$Item.subtotalPriceSet.shopMoney.amount',
    },
    { dependencies: { 'body.ClientId': ['Customers', '$Item.customer.id'] } },
  ),
  // Booker's lines name a variant, and its stock is linked to the shop's stock of the same SKU.
  pair(
    ['shopify', 'Orders'],
    ['booker', 'Orders'],
    {
      'match.leaveOut': leftOutOrder('Booker', 'orders'),
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
