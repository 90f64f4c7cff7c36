/** Members that data from an older Portage may lack are optional. */
export interface ShopVariant {
  id: string;
  productId: string;
  title: string;
  sku: string;
  price: string;
  available: number;
  barcode?: string | null;
  compareAtPrice?: string | null;
  cost?: string | null;
  tracked?: boolean;
  options?: { name: string; value: string }[];
  /** When the stock changed. */
  stockedAt?: string;
}

export interface ShopProduct {
  id: string;
  title: string;
  handle: string;
  status: string;
  vendor: string;
  productType: string;
  tags: string[];
  descriptionHtml: string;
  createdAt: string;
  updatedAt: string;
}

export interface ShopAddress {
  firstName?: string | null;
  lastName?: string | null;
  company?: string | null;
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  provinceCode?: string | null;
  zip?: string | null;
  countryCode?: string | null;
  phone?: string | null;
}

export interface ShopCustomer {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  addresses?: ShopAddress[];
  createdAt: string;
  updatedAt: string;
}

export interface ShopLine {
  id: string;
  title: string;
  quantity: number;
  price: string;
  variantId: string | null;
  sku?: string | null;
}

export interface ShopTransaction {
  id: string;
  kind: string;
  status: string;
  gateway: string | null;
  amount: string;
  createdAt: string;
}

export interface ShopOrder {
  id: string;
  name: string;
  email: string | null;
  note: string | null;
  tags: string[];
  financialStatus: string;
  lines: ShopLine[];
  phone?: string | null;
  customerId?: string | null;
  sourceIdentifier?: string | null;
  currency?: string;
  shipping?: string;
  /** Amounts besides the lines' prices. */
  tax?: string;
  tip?: string;
  discount?: string;
  shippingAddress?: ShopAddress | null;
  billingAddress?: ShopAddress | null;
  transactions?: ShopTransaction[];
  fulfillmentStatus?: string;
  processedAt?: string;
  createdAt: string;
  updatedAt: string;
}

export interface ShopWebhook {
  id: string;
  topic: string;
  uri: string;
  /** Signs the webhooks: the secret of the app that subscribed. */
  appSecret: string;
}

export interface ShopMetafield {
  id: string;
  ownerId: string;
  namespace: string;
  key: string;
  type: string;
  value: string;
}

export interface ShopCompany {
  id: string;
  name: string;
  externalId: string | null;
  note: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ShopPriceList {
  id: string;
  name: string;
  currency: string;
  /** Amounts by variant. */
  prices: Record<string, string>;
}

export interface ShopGiftCard {
  id: string;
  code: string;
  initialValue: string;
  balance: string;
  currency: string;
  customerId: string | null;
  note: string | null;
  expiresOn: string | null;
  createdAt: string;
}
