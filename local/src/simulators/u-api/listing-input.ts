import { z } from 'zod';
import type { ListingFields } from './market.ts';

const moneySchema = z.strictObject({
  amount: z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be a decimal number as text, such as "12.50"'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
});

const listingSchema = z
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

export const stockSchema = z.strictObject({ quantity: z.number().int().min(0) });
export const shipmentSchema = z.strictObject({ carrier: z.string().min(1).max(100), trackingNumber: z.string().max(100).optional() });

export interface WrongInput {
  details: { field: string; message: string }[];
}

/** @param required fields that a new listing must have */
export function readListing(body: unknown, required: readonly (keyof ListingFields)[] = []): ListingFields | WrongInput {
  const read = readInput(listingSchema, body);
  if ('details' in read) return read;
  const missing = required.filter((name) => read.value[name] === undefined);
  if (missing.length > 0) return { details: missing.map((field) => ({ field, message: 'is required' })) };
  return read.value as ListingFields;
}

export function readInput<Value>(schema: z.ZodType<Value>, body: unknown): { value: Value } | WrongInput {
  const read = schema.safeParse(body);
  if (read.success) return { value: read.data };
  return { details: read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) };
}
