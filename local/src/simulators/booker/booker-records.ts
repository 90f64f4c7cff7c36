export interface Money {
  Amount: number;
  CurrencyCode: string;
}

export interface Customer {
  ID: number;
  FirstName: string;
  LastName: string;
  Email: string | null;
  CellPhone: string | null;
  LocationID: number;
  IsActive?: boolean;
  [more: string]: unknown;
}

export interface Variant {
  ID: number;
  Name: string;
  SKU: string;
  UPC?: string;
  RetailPrice: { Amount: number; CurrencyCode: string };
  Inventory: number;
  BackbarInventory: number;
  IsActive?: boolean;
}

export interface PaymentMethod {
  ID: number;
  Name: string;
}

export interface Product {
  ID: number;
  Name: string;
  Description: string;
  IsActive?: boolean;
  ProductVariants: Variant[];
}

export interface Order {
  ID: number;
  OrderNumber: string;
  CustomerID: number;
  DateCreatedOffset: string;
  DatePaid: string | null;
  IsCompleted: boolean;
  FinalTotal: Money;
  Notes?: string;
  Items: { ProductVariantID: number; Name: string; Quantity: number; Price: Money }[];
  Payments: { Amount: Money; CustomPaymentMethodID: number | null }[];
}

export interface Appointment {
  ID: number;
  CustomerID: number;
  CustomerFirstName: string;
  CustomerLastName: string;
  CustomerEmail: string | null;
  TreatmentName: string;
  StartDateTimeOffset: string;
  EndDateTimeOffset: string;
  Status: { ID: number; Name: string };
  Notes: string;
}
