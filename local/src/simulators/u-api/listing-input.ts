import { z } from 'zod';

const moneySchema = z.strictObject({
  amount: z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be a decimal number as text, such as "12.50"'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
});

export const changeSchema = z
  .strictObject({
    sellerSku: z.string().min(1).max(100),
    title: z.string().min(1).max(200),
    description: z.string().max(10_000).nullable(),
    brand: z.string().max(100).nullable(),
    barcode: z.string().max(30).nullable(),
    category: z.string().max(100).nullable(),
    price: moneySchema,
    quantity: z.number().int().min(0),
    status: z.enum(['active', 'inactive']),
    imageUrls: z.array(z.string()).max(10),
    externalId: z.string().max(100).nullable(),
  })
  .partial();
export const listingSchema = changeSchema.required({ sellerSku: true, title: true, price: true });
export const stockSchema = z.strictObject({ quantity: z.number().int().min(0) });
export const shipmentSchema = z.strictObject({ carrier: z.string().min(1).max(100), trackingNumber: z.string().max(100).optional() });
