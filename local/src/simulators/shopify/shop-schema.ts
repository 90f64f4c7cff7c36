import { buildSchema } from 'graphql';

/** The part of the Admin API that a small shop needs, by the names of the real one. */
export const shopSchema = buildSchema(`
  directive @idempotent(key: String!) on FIELD
  scalar DateTime
  scalar Decimal
  scalar HTML
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
  type ProductVariant { id: ID! title: String! sku: String barcode: String price: Decimal! compareAtPrice: Decimal inventoryQuantity: Int inventoryItem: InventoryItem! selectedOptions: [SelectedOption!]! product: Product! }
  type ProductVariantConnection { nodes: [ProductVariant!]! pageInfo: PageInfo! }
  type Product { id: ID! title: String! handle: String! status: ProductStatus! vendor: String! productType: String! tags: [String!]! descriptionHtml: HTML! createdAt: DateTime! updatedAt: DateTime! totalInventory: Int! onlineStoreUrl: URL featuredMedia: Media variants(first: Int, after: String): ProductVariantConnection! metafields(first: Int, after: String): MetafieldConnection! }
  type ProductEdge { cursor: String! node: Product! }
  type ProductConnection { nodes: [Product!]! edges: [ProductEdge!]! pageInfo: PageInfo! }
  type CustomerEmailAddress { emailAddress: String! }
  type CustomerPhoneNumber { phoneNumber: String! }
  type MailingAddress { firstName: String lastName: String company: String address1: String address2: String city: String province: String provinceCode: String zip: String countryCodeV2: String phone: String }
  type Customer { id: ID! displayName: String! firstName: String lastName: String defaultEmailAddress: CustomerEmailAddress defaultPhoneNumber: CustomerPhoneNumber note: String tags: [String!]! state: String! verifiedEmail: Boolean! numberOfOrders: Int! amountSpent: MoneyV2! createdAt: DateTime! updatedAt: DateTime! defaultAddress: MailingAddress }
  type CustomerConnection { nodes: [Customer!]! pageInfo: PageInfo! }
  type LineItem { id: ID! title: String! quantity: Int! sku: String variantTitle: String originalUnitPriceSet: MoneyBag! discountedTotalSet: MoneyBag! variant: ProductVariant product: Product }
  type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
  type OrderTransaction { id: ID! kind: String! status: String! gateway: String createdAt: DateTime! amountSet: MoneyBag! }
  type Order { id: ID! name: String! createdAt: DateTime! updatedAt: DateTime! processedAt: DateTime! cancelledAt: DateTime closedAt: DateTime email: String phone: String note: String tags: [String!]! currencyCode: String! displayFinancialStatus: String displayFulfillmentStatus: String! paymentGatewayNames: [String!]! totalPriceSet: MoneyBag! subtotalPriceSet: MoneyBag! totalTaxSet: MoneyBag! totalShippingPriceSet: MoneyBag! totalDiscountsSet: MoneyBag! customer: Customer shippingAddress: MailingAddress billingAddress: MailingAddress lineItems(first: Int, after: String): LineItemConnection! metafields(first: Int, after: String): MetafieldConnection! transactions(first: Int): [OrderTransaction!]! }
  type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
  type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
  type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }

  input CreateMediaInput { originalSource: String! mediaContentType: String! alt: String }
  input OptionValueCreateInput { name: String }
  input OptionCreateInput { name: String position: Int values: [OptionValueCreateInput!] }
  input MetafieldInput { namespace: String key: String type: String value: String }
  input ProductCreateInput { title: String handle: String status: ProductStatus vendor: String productType: String tags: [String!] descriptionHtml: String productOptions: [OptionCreateInput!] metafields: [MetafieldInput!] }
  input ProductUpdateInput { id: ID title: String handle: String status: ProductStatus vendor: String productType: String tags: [String!] descriptionHtml: String metafields: [MetafieldInput!] }
  input InventoryQuantityInput { inventoryItemId: ID! locationId: ID! quantity: Int! compareQuantity: Int changeFromQuantity: Int }
  input InventorySetQuantitiesInput { name: String! reason: String! quantities: [InventoryQuantityInput!]! referenceDocumentUri: String ignoreCompareQuantity: Boolean }
  input MoneyInput { amount: Decimal! currencyCode: String! }
  input MoneyBagInput { shopMoney: MoneyInput! presentmentMoney: MoneyInput }
  input MailingAddressInput { firstName: String lastName: String company: String address1: String address2: String city: String provinceCode: String zip: String countryCode: String phone: String }
  input OrderCreateLineItemInput { variantId: ID productId: ID title: String sku: String quantity: Int! priceSet: MoneyBagInput }
  input OrderCreateOrderInput { currency: String email: String phone: String note: String tags: [String!] financialStatus: String lineItems: [OrderCreateLineItemInput!] shippingAddress: MailingAddressInput billingAddress: MailingAddressInput metafields: [MetafieldInput!] }
  input OrderCreateOptionsInput { inventoryBehaviour: String sendReceipt: Boolean sendFulfillmentReceipt: Boolean }
  input CustomerInput { id: ID email: String phone: String firstName: String lastName: String note: String tags: [String!] addresses: [MailingAddressInput!] }
  input WebhookSubscriptionInput { uri: String format: String includeFields: [String!] filter: String }

  type ProductPayload { product: Product userErrors: [UserError!]! }
  type InventoryChange { name: String! delta: Int! }
  type InventoryAdjustmentGroup { id: ID! reason: String! changes: [InventoryChange!]! }
  type InventorySetQuantitiesPayload { inventoryAdjustmentGroup: InventoryAdjustmentGroup userErrors: [UserError!]! }
  type OrderPayload { order: Order userErrors: [UserError!]! }
  type CustomerPayload { customer: Customer userErrors: [UserError!]! }
  type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
  type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }

  type Query {
    shop: Shop!
    products(first: Int, after: String, query: String, sortKey: ProductSortKeys): ProductConnection!
    product(id: ID!): Product
    productVariants(first: Int, after: String, query: String): ProductVariantConnection!
    locations(first: Int, after: String, query: String): LocationConnection!
    location(id: ID!): Location
    orders(first: Int, after: String, query: String, sortKey: OrderSortKeys): OrderConnection!
    order(id: ID!): Order
    customers(first: Int, after: String, query: String, sortKey: CustomerSortKeys): CustomerConnection!
    customer(id: ID!): Customer
    webhookSubscriptions(first: Int, after: String): WebhookSubscriptionConnection!
  }
  type Mutation {
    productCreate(product: ProductCreateInput!, media: [CreateMediaInput!]): ProductPayload
    productUpdate(product: ProductUpdateInput!): ProductPayload
    inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
    orderCreate(order: OrderCreateOrderInput!, options: OrderCreateOptionsInput): OrderPayload
    customerCreate(input: CustomerInput!): CustomerPayload
    webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
    webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  }
`);
