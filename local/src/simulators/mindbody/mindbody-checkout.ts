import { type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { failed } from './mindbody-answers.ts';
import type { MindbodySite, Sale } from './mindbody-site.ts';
import seed from './studio-seed.json' with { type: 'json' };

interface CartItem {
  Item?: { Type?: string; Metadata?: { Id?: string } };
  Quantity?: number;
  DiscountAmount?: number;
}

interface CartPayment {
  Type?: string;
  Metadata?: { Amount?: number; Id?: number; Notes?: string };
}

/** Sells a cart from stock, for exactly what it costs. @param sold is called with the sale */
export function checkOut(site: MindbodySite, body: Record<string, unknown>, sold: (sale: Sale, paid: number) => void): SimulatedResponse {
  const { ClientId, Items, Payments, Test, LocationId } = body;
  if (!site.clients.get(String(ClientId))) return failed(400, 'InvalidClientId', 'The client was not found.');
  const wanted = (Array.isArray(Items) ? Items : []) as CartItem[];
  if (wanted.length === 0) return failed(400, 'MissingRequiredFields', 'Items is required.');
  const lines = wanted.map(({ Item, Quantity = 1, DiscountAmount = 0 }) => ({
    product: Item?.Type === 'Product' ? site.productsOf([String(Item.Metadata?.Id ?? '')])[0] : undefined,
    quantity: Quantity,
    discount: DiscountAmount,
  }));
  if (lines.some(({ product }) => !product)) return failed(400, 'InvalidParameter', 'An item of the cart was not found.');
  const isOdd = wanted.some(
    ({ Quantity = 1, DiscountAmount = 0 }) => !(Number.isInteger(Quantity) && Quantity >= 1 && DiscountAmount >= 0),
  );
  if (isOdd) return failed(400, 'InvalidParameter', 'Quantity must be a whole number of 1 or more, DiscountAmount 0 or more.');
  const total = lines.reduce((sum, { product, quantity, discount }) => sum + (product?.Price ?? 0) * quantity - discount, 0);
  const GrandTotal = Math.round(total * 100) / 100;
  const payments = (Array.isArray(Payments) ? Payments : []) as CartPayment[];
  const unknown = payments.find(({ Type, Metadata }) => Type === 'Custom' && !site.paymentMethods.get(String(Metadata?.Id)));
  if (unknown) return failed(400, 'InvalidPaymentMethodId', 'The custom payment method was not found.');
  if (payments.some(({ Metadata }) => !(Number(Metadata?.Amount ?? 0) >= 0)))
    return failed(400, 'InvalidPaymentAmount', 'A payment cannot be less than nothing.');
  const paid = payments.reduce((sum, { Metadata }) => sum + Number(Metadata?.Amount ?? 0), 0);
  if (Math.abs(paid - GrandTotal) > 0.005)
    return failed(400, 'PaymentAmountMismatch', `The payments are ${Math.round(paid * 100) / 100}, the cart is ${GrandTotal}.`);
  const Id = Test === true ? 0 : site.nextSale();
  if (Test !== true) {
    for (const { product, quantity } of lines) {
      if (product) site.products.put(Object.assign(product, { stock: product.stock - quantity, stockedAt: `${site.timestamp()}Z` }));
    }
    const sale = site.sales.put({
      Id,
      SaleDateTime: site.timestamp(),
      ClientId: String(ClientId),
      LocationId: Number(LocationId ?? seed.location.Id),
      PurchasedItems: lines.map(({ product, quantity, discount }, index) => ({
        SaleDetailId: Id * 100 + index,
        Id: product?.ProductId ?? 0,
        BarcodeId: product?.Id ?? '',
        Description: product?.Name ?? '',
        UnitPrice: product?.Price ?? 0,
        Quantity: quantity,
        TotalAmount: (product?.Price ?? 0) * quantity - discount,
      })),
      Payments: payments.map(({ Type = 'Cash', Metadata }, index) => ({
        Id: index + 1,
        Amount: Number(Metadata?.Amount ?? 0),
        Type,
        ...(Type === 'Custom' ? { Method: Number(Metadata?.Id) } : {}),
        ...(Metadata?.Notes === undefined ? {} : { Notes: Metadata.Notes }),
      })),
    });
    sold(sale, paid);
  }
  return toJsonResponse({ ShoppingCart: { Id: `cart-${Id}`, SubTotal: GrandTotal, DiscountTotal: 0, TaxTotal: 0, GrandTotal } });
}
