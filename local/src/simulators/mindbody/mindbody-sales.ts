import { type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { failed, page } from './mindbody-answers.ts';
import type { MindbodySite, Product } from './mindbody-site.ts';
import { siteTime } from './site-time.ts';
import seed from './studio-seed.json' with { type: 'json' };

/** Without a time, only today's sales. */
export function listSales(site: MindbodySite, call: SimulatedCall): SimulatedResponse {
  const { searchParams } = call.url;
  const saleId = searchParams.get('request.saleId');
  if (saleId !== null)
    return page(
      call,
      'Sales',
      [site.sales.get(saleId)].filter((sale) => sale !== undefined),
    );
  const [from, to] = ['startSaleDateTime', 'endSaleDateTime'].map((name) => siteTime(searchParams.get(`request.${name}`)));
  const since = site.salesSince(from ?? site.timestamp().slice(0, 10));
  return page(call, 'Sales', to === null || to === undefined ? since : since.filter(({ SaleDateTime }) => SaleDateTime <= to));
}

export function productView({ stock: _stock, stockedAt: _at, ...product }: Product) {
  return product;
}

export function inventoryView({ ProductId, Id, stock, stockedAt }: Product) {
  const level = { ProductId, BarcodeId: Id, LocationId: seed.location.Id, UnitsInStock: stock };
  return { ...level, ...(stockedAt === undefined ? {} : { ModifiedDateTimeUTC: stockedAt }) };
}

export function updatePrice({ products }: MindbodySite, { BarcodeId, Price, OnlinePrice }: Record<string, unknown>): SimulatedResponse {
  const product = products.get(String(BarcodeId));
  if (!product) return failed(400, 'InvalidParameter', 'The product was not found.');
  if (typeof Price === 'number') product.Price = Price;
  if (typeof OnlinePrice === 'number') product.OnlinePrice = OnlinePrice;
  products.put(product);
  return toJsonResponse({ Product: productView(product) });
}
