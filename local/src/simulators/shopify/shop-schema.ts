import { buildSchema } from 'graphql';

/** The part of the Admin API that a small shop needs, with the real API's names. */
export const shopSchema = buildSchema(`
  directive @idempotent(key: String!) on FIELD
  scalar DateTime
  scalar Decimal
  scalar HTML
  scalar UnsignedInt64
  scalar URL
  enum ProductStatus { ACTIVE ARCHIVED DRAFT }
  enum ProductSortKeys { CREATED_AT ID TITLE UPDATED_AT }
  enum OrderSortKeys { CREATED_AT ID UPDATED_AT PROCESSED_AT ORDER_NUMBER }
  enum CustomerSortKeys { CREATED_AT ID UPDATED_AT NAME }
  enum WebhookSubscriptionTopic { APP_UNINSTALLED ORDERS_CREATE ORDERS_UPDATED ORDERS_PAID ORDERS_CANCELLED ORDERS_FULFILLED PRODUCTS_CREATE PRODUCTS_UPDATE PRODUCTS_DELETE CUSTOMERS_CREATE CUSTOMERS_UPDATE INVENTORY_LEVELS_UPDATE DRAFT_ORDERS_CREATE REFUNDS_CREATE FULFILLMENTS_CREATE }

  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type UserError { field: [String!] message: String! }
  type MoneyV2 { amount: Decimal! currencyCode: String! }
  type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
  type Domain { url: URL! }
  type Shop { id: ID! name: String! email: String! contactEmail: String! myshopifyDomain: String! currencyCode: String! ianaTimezone: String! primaryDomain: Domain! }
  type Image { url: URL! altText: String }
  type MediaPreview { image: Image }
  type Media { preview: MediaPreview }
  type SelectedOption { name: String! value: String! }
  type Metafield { id: ID! namespace: String! key: String! type: String! value: String! }
  type MetafieldConnection { nodes: [Metafield!]! pageInfo: PageInfo! }
  type InventoryQuantity { name: String! quantity: Int! }
  type InventoryItem { id: ID! sku: String tracked: Boolean! unitCost: MoneyV2 variant: ProductVariant }
  type InventoryLevel { id: ID! updatedAt: DateTime! quantities(names: [String!]!): [InventoryQuantity!]! item: InventoryItem! }
  type InventoryLevelConnection { nodes: [InventoryLevel!]! pageInfo: PageInfo! }
  type LocationAddress { address1: String city: String zip: String countryCode: String }
  type Location { id: ID! name: String! isActive: Boolean! fulfillsOnlineOrders: Boolean! address: LocationAddress! inventoryLevels(first: Int, after: String, query: String): InventoryLevelConnection! }
  type LocationConnection { nodes: [Location!]! pageInfo: PageInfo! }
  type ProductVariant { metafields(first: Int, after: String): MetafieldConnection! id: ID! title: String! sku: String barcode: String price: Decimal! compareAtPrice: Decimal inventoryQuantity: Int inventoryItem: InventoryItem! selectedOptions: [SelectedOption!]! product: Product! }
  type ProductVariantConnection { nodes: [ProductVariant!]! pageInfo: PageInfo! }
  type Product { id: ID! title: String! handle: String! status: ProductStatus! vendor: String! productType: String! tags: [String!]! descriptionHtml: HTML! createdAt: DateTime! updatedAt: DateTime! totalInventory: Int! onlineStoreUrl: URL featuredMedia: Media variants(first: Int, after: String): ProductVariantConnection! metafields(first: Int, after: String): MetafieldConnection! }
  type ProductEdge { cursor: String! node: Product! }
  type ProductConnection { nodes: [Product!]! edges: [ProductEdge!]! pageInfo: PageInfo! }
  type CustomerEmailAddress { emailAddress: String! }
  type CustomerPhoneNumber { phoneNumber: String! }
  type MailingAddress { firstName: String lastName: String company: String address1: String address2: String city: String province: String provinceCode: String zip: String country: String countryCodeV2: String phone: String }
  type Customer { id: ID! displayName: String! firstName: String lastName: String defaultEmailAddress: CustomerEmailAddress defaultPhoneNumber: CustomerPhoneNumber note: String tags: [String!]! state: String! verifiedEmail: Boolean! numberOfOrders: UnsignedInt64! amountSpent: MoneyV2! createdAt: DateTime! updatedAt: DateTime! defaultAddress: MailingAddress }
  type CustomerConnection { nodes: [Customer!]! pageInfo: PageInfo! }
  type LineItem { id: ID! title: String! quantity: Int! sku: String variantTitle: String originalUnitPriceSet: MoneyBag! discountedTotalSet: MoneyBag! variant: ProductVariant product: Product }
  type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
  type OrderTransaction { id: ID! kind: String! status: String! gateway: String createdAt: DateTime! amountSet: MoneyBag! }
  type Order { id: ID! name: String! createdAt: DateTime! updatedAt: DateTime! processedAt: DateTime! cancelledAt: DateTime closedAt: DateTime email: String phone: String note: String tags: [String!]! currencyCode: String! displayFinancialStatus: String displayFulfillmentStatus: String! paymentGatewayNames: [String!]! totalPriceSet: MoneyBag! subtotalPriceSet: MoneyBag! totalTaxSet: MoneyBag! totalShippingPriceSet: MoneyBag! totalTipReceivedSet: MoneyBag totalDiscountsSet: MoneyBag! customer: Customer shippingAddress: MailingAddress billingAddress: MailingAddress lineItems(first: Int, after: String): LineItemConnection! metafields(first: Int, after: String): MetafieldConnection! transactions(first: Int): [OrderTransaction!]! }
  type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
  type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
  type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }

  input CreateMediaInput { originalSource: String! mediaContentType: String! alt: String }
  input OptionValueCreateInput { name: String }
  input OptionCreateInput { name: String position: Int values: [OptionValueCreateInput!] }
  input MetafieldInput { namespace: String key: String type: String value: String }
  input ProductCreateInput { title: String handle: String status: ProductStatus vendor: String productType: String tags: [String!] descriptionHtml: String productOptions: [OptionCreateInput!] metafields: [MetafieldInput!] }
  input ProductUpdateInput { id: ID productOptions: [OptionCreateInput!] title: String handle: String status: ProductStatus vendor: String productType: String tags: [String!] descriptionHtml: String metafields: [MetafieldInput!] }
  input VariantOptionValueInput { optionName: String name: String }
  input InventoryItemInput { sku: String tracked: Boolean cost: Decimal requiresShipping: Boolean }
  input ProductSetInventoryInput { locationId: ID! name: String quantity: Int! }
  input ProductVariantsBulkInput { id: ID price: Decimal compareAtPrice: Decimal barcode: String inventoryItem: InventoryItemInput inventoryPolicy: String taxable: Boolean optionValues: [VariantOptionValueInput!] metafields: [MetafieldInput!] inventoryQuantities: [ProductVariantInventoryInput!] }
  input ProductVariantInventoryInput { locationId: ID! availableQuantity: Int! }
  input ProductVariantSetInput { id: ID price: Decimal compareAtPrice: Decimal barcode: String sku: String inventoryItem: InventoryItemInput inventoryPolicy: String taxable: Boolean optionValues: [VariantOptionValueInput!] metafields: [MetafieldInput!] inventoryQuantities: [ProductSetInventoryInput!] }
  input ProductSetInput { id: ID title: String handle: String status: ProductStatus vendor: String productType: String tags: [String!] descriptionHtml: String productOptions: [OptionCreateInput!] variants: [ProductVariantSetInput!] metafields: [MetafieldInput!] }
  input ProductSetIdentifiers { id: ID handle: String }
  input ProductIdentifierInput { id: ID handle: String }
  input ProductDeleteInput { id: ID! }
  input InventoryChangeInput { inventoryItemId: ID! locationId: ID! delta: Int! changeFromQuantity: Int }
  input InventoryAdjustQuantitiesInput { name: String! reason: String! referenceDocumentUri: String changes: [InventoryChangeInput!]! }
  input InventoryQuantityInput { inventoryItemId: ID! locationId: ID! quantity: Int! compareQuantity: Int changeFromQuantity: Int }
  input InventorySetQuantitiesInput { name: String! reason: String! quantities: [InventoryQuantityInput!]! referenceDocumentUri: String ignoreCompareQuantity: Boolean }
  input MoneyInput { amount: Decimal! currencyCode: String! }
  input MoneyBagInput { shopMoney: MoneyInput! presentmentMoney: MoneyInput }
  input MailingAddressInput { firstName: String lastName: String company: String address1: String address2: String city: String provinceCode: String zip: String countryCode: String phone: String }
  input OrderCreateLineItemInput { variantId: ID productId: ID title: String sku: String quantity: Int! priceSet: MoneyBagInput requiresShipping: Boolean taxable: Boolean }
  input AttributeInput { key: String! value: String! }
  input OrderCreateAssociateCustomerInput { id: ID email: String }
  input OrderCreateUpsertCustomerInput { id: ID email: String firstName: String lastName: String phone: String note: String tags: [String!] addresses: [MailingAddressInput!] }
  input OrderCreateCustomerInput { toAssociate: OrderCreateAssociateCustomerInput toUpsert: OrderCreateUpsertCustomerInput }
  input OrderCreateShippingLineInput { title: String! code: String priceSet: MoneyBagInput! }
  input OrderCreateOrderTransactionInput { kind: String status: String gateway: String amountSet: MoneyBagInput! }
  input OrderCreateOrderInput { currency: String email: String phone: String note: String tags: [String!] financialStatus: String lineItems: [OrderCreateLineItemInput!] shippingAddress: MailingAddressInput billingAddress: MailingAddressInput metafields: [MetafieldInput!] sourceIdentifier: String sourceName: String poNumber: String processedAt: DateTime fulfillmentStatus: String customer: OrderCreateCustomerInput shippingLines: [OrderCreateShippingLineInput!] transactions: [OrderCreateOrderTransactionInput!] customAttributes: [AttributeInput!] }
  input OrderInput { id: ID! email: String phone: String note: String tags: [String!] poNumber: String customAttributes: [AttributeInput!] shippingAddress: MailingAddressInput metafields: [MetafieldInput!] }
  input OrderMarkAsPaidInput { id: ID! }
  input DraftOrderLineItemInput { variantId: ID title: String sku: String quantity: Int! originalUnitPrice: String }
  input DraftOrderInput { email: String note: String tags: [String!] lineItems: [DraftOrderLineItemInput!] shippingAddress: MailingAddressInput billingAddress: MailingAddressInput }
  input OrderCreateOptionsInput { inventoryBehaviour: String sendReceipt: Boolean sendFulfillmentReceipt: Boolean }
  input CustomerInput { id: ID email: String phone: String firstName: String lastName: String note: String tags: [String!] addresses: [MailingAddressInput!] taxExempt: Boolean metafields: [MetafieldInput!] }
  input GiftCardCreateInput { initialAmount: MoneyInput initialValue: Decimal code: String customerId: ID expiresOn: String note: String }
  input PriceListPriceInput { variantId: ID! price: MoneyInput! compareAtPrice: MoneyInput }
  input MetafieldsSetInput { ownerId: ID! namespace: String key: String! type: String value: String! }
  input WebhookSubscriptionInput { uri: String format: String includeFields: [String!] filter: String }

  type ProductPayload { product: Product userErrors: [UserError!]! }
  type InventoryChange { name: String! delta: Int! }
  type InventoryAdjustmentGroup { id: ID! reason: String! changes: [InventoryChange!]! }
  type InventorySetQuantitiesPayload { inventoryAdjustmentGroup: InventoryAdjustmentGroup userErrors: [UserError!]! }
  type OrderPayload { order: Order userErrors: [UserError!]! }
  type CustomerPayload { customer: Customer userErrors: [UserError!]! }
  type ProductVariantsPayload { product: Product productVariants: [ProductVariant!] userErrors: [UserError!]! }
  type ProductDeletePayload { deletedProductId: ID userErrors: [UserError!]! }
  type DraftOrder { id: ID! name: String! status: String! invoiceUrl: URL createdAt: DateTime! totalPriceSet: MoneyBag! }
  type DraftOrderPayload { draftOrder: DraftOrder userErrors: [UserError!]! }
  type CompanyContact { customer: Customer! }
  type Company { id: ID! name: String! externalId: String note: String createdAt: DateTime! updatedAt: DateTime! mainContact: CompanyContact }
  type CompanyConnection { nodes: [Company!]! pageInfo: PageInfo! }
  type Catalog { id: ID! title: String! }
  type PriceList { id: ID! name: String! currency: String! fixedPricesCount: Int! catalog: Catalog }
  type PriceListConnection { nodes: [PriceList!]! pageInfo: PageInfo! }
  type PricedVariant { id: ID! }
  type PriceListPrice { price: MoneyV2! variant: PricedVariant! }
  type PriceListPricesPayload { prices: [PriceListPrice!] userErrors: [UserError!]! }
  type GiftCard { id: ID! maskedCode: String! lastCharacters: String! enabled: Boolean! createdAt: DateTime! expiresOn: String note: String initialValue: MoneyV2! balance: MoneyV2! customer: Customer }
  type GiftCardConnection { nodes: [GiftCard!]! pageInfo: PageInfo! }
  type GiftCardPayload { giftCard: GiftCard giftCardCode: String userErrors: [UserError!]! }
  type MetafieldsPayload { metafields: [Metafield!] userErrors: [UserError!]! }
  type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
  type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }

  type Query {
    shop: Shop!
    products(first: Int, after: String, query: String, sortKey: ProductSortKeys, reverse: Boolean): ProductConnection!
    product(id: ID!): Product
    productByIdentifier(identifier: ProductIdentifierInput!): Product
    companies(first: Int, after: String, query: String): CompanyConnection!
    priceLists(first: Int, after: String): PriceListConnection!
    giftCards(first: Int, after: String, query: String): GiftCardConnection!
    productVariants(first: Int, after: String, query: String): ProductVariantConnection!
    locations(first: Int, after: String, query: String): LocationConnection!
    location(id: ID!): Location
    orders(first: Int, after: String, query: String, sortKey: OrderSortKeys, reverse: Boolean): OrderConnection!
    order(id: ID!): Order
    customers(first: Int, after: String, query: String, sortKey: CustomerSortKeys, reverse: Boolean): CustomerConnection!
    customer(id: ID!): Customer
    webhookSubscriptions(first: Int, after: String): WebhookSubscriptionConnection!
  }
  type Mutation {
    productCreate(product: ProductCreateInput!, media: [CreateMediaInput!]): ProductPayload
    productUpdate(product: ProductUpdateInput!): ProductPayload
    productSet(input: ProductSetInput!, identifier: ProductSetIdentifiers, synchronous: Boolean): ProductPayload
    productDelete(input: ProductDeleteInput!): ProductDeletePayload
    productVariantsBulkCreate(productId: ID!, variants: [ProductVariantsBulkInput!]!): ProductVariantsPayload
    productVariantsBulkUpdate(productId: ID!, variants: [ProductVariantsBulkInput!]!): ProductVariantsPayload
    inventoryAdjustQuantities(input: InventoryAdjustQuantitiesInput!): InventorySetQuantitiesPayload
    inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
    orderCreate(order: OrderCreateOrderInput!, options: OrderCreateOptionsInput): OrderPayload
    orderUpdate(input: OrderInput!): OrderPayload
    orderMarkAsPaid(input: OrderMarkAsPaidInput!): OrderPayload
    draftOrderCreate(input: DraftOrderInput!): DraftOrderPayload
    priceListFixedPricesAdd(priceListId: ID!, prices: [PriceListPriceInput!]!): PriceListPricesPayload
    giftCardCreate(input: GiftCardCreateInput!): GiftCardPayload
    metafieldsSet(metafields: [MetafieldsSetInput!]!): MetafieldsPayload
    customerUpdate(input: CustomerInput!): CustomerPayload
    customerCreate(input: CustomerInput!): CustomerPayload
    webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
    webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  }
`);
