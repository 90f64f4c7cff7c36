import { Refusal, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
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

/**
 * Sells a cart from stock, for exactly what it costs.
 *
 * @param sold is called with the sale
 * @throws Refusal
 */
export function checkOut(site: MindbodySite, body: Record<string, unknown>, sold: (sale: Sale, paid: number) => void): SimulatedResponse {
  const ClientId = String(body.ClientId);
  if (!site.clients.get(ClientId)) throw refusal('InvalidClientId', 'The client was not found.');
  const wanted = (Array.isArray(body.Items) ? body.Items : []) as CartItem[];
  if (wanted.length === 0) throw refusal('MissingRequiredFields', 'Items is required.');
  const lines = wanted.map(({ Item, Quantity = 1, DiscountAmount = 0 }) => {
    const [product] = Item?.Type === 'Product' ? site.productsOf([String(Item.Metadata?.Id ?? '')]) : [];
    if (!product) throw refusal('InvalidParameter', 'An item of the cart was not found.');
    if (!(Number.isInteger(Quantity) && Quantity >= 1 && DiscountAmount >= 0))
      throw refusal('InvalidParameter', 'Quantity must be a whole number of 1 or more, DiscountAmount 0 or more.');
    return { product, Quantity, TotalAmount: product.Price * Quantity - DiscountAmount };
  });
  const GrandTotal = Math.round(lines.reduce((sum, { TotalAmount }) => sum + TotalAmount, 0) * 100) / 100;
  const payments = ((Array.isArray(body.Payments) ? body.Payments : []) as CartPayment[]).map(({ Type = 'Cash', Metadata }, index) => {
    const { Amount = 0, Id: Method, Notes } = Metadata ?? {};
    const isCustom = Type === 'Custom';
    if (isCustom && !site.paymentMethods.get(String(Method)))
      throw refusal('InvalidPaymentMethodId', 'The custom payment method was not found.');
    if (!(Number(Amount) >= 0)) throw refusal('InvalidPaymentAmount', 'A payment cannot be less than nothing.');
    const named = { ...(isCustom ? { Method: Number(Method) } : {}), ...(Notes === undefined ? {} : { Notes }) };
    return { Id: index + 1, Amount: Number(Amount), Type, ...named };
  });
  const paid = payments.reduce((sum, { Amount }) => sum + Amount, 0);
  if (Math.abs(paid - GrandTotal) > 0.005)
    throw refusal('PaymentAmountMismatch', `The payments are ${Math.round(paid * 100) / 100}, the cart is ${GrandTotal}.`);
  const Id = body.Test === true ? 0 : site.nextSale();
  if (body.Test !== true) {
    for (const { product, Quantity } of lines)
      site.products.put(Object.assign(product, { stock: product.stock - Quantity, stockedAt: `${site.timestamp()}Z` }));
    const PurchasedItems = lines.map(({ product, ...line }, index) => {
      const { ProductId, Id: BarcodeId, Name: Description, Price: UnitPrice } = product;
      return { SaleDetailId: Id * 100 + index, Id: ProductId, BarcodeId, Description, UnitPrice, ...line };
    });
    const LocationId = Number(body.LocationId ?? seed.location.Id);
    sold(site.sales.put({ Id, SaleDateTime: site.timestamp(), ClientId, LocationId, PurchasedItems, Payments: payments }), paid);
  }
  return toJsonResponse({ ShoppingCart: { Id: `cart-${Id}`, SubTotal: GrandTotal, DiscountTotal: 0, TaxTotal: 0, GrandTotal } });
}

function refusal(code: string, message: string): Refusal {
  return new Refusal(failed(400, code, message));
}
