import { expect, test } from 'vitest';
import { flowOfSyncStep, type SyncStepFlow, type SyncStepSide } from './flow-of-sync-step.ts';

const side = (id: string, name: string): SyncStepSide => ({ connectorId: `a ${name}`, type: { id, name }, values: {} });
const mindbody = side('system-mindbody', 'Mindbody');
const shopify = side('system-shopify', 'Shopify');
const made = (change: Partial<SyncStepFlow>) =>
  flowOfSyncStep({ entity: 'Products', source: mindbody, target: shopify, customOptions: null, ...change });

test('STEP-86: products and inventory sync from Mindbody to Shopify, and between no other systems', () => {
  for (const entity of ['Products', 'Inventory'] as const) {
    expect(made({ entity })).toMatchObject({ ok: true, flow: { source: { entity }, target: { entity } } });
    expect(made({ entity, source: shopify, target: mindbody })).toEqual({
      ok: false,
      problem: `${entity} are synced from Mindbody to Shopify, not from Shopify to Mindbody.`,
    });
    expect(made({ entity, target: side('system-salesforce', 'Salesforce') }).ok).toBe(false);
  }
});

test('STEP-89: only a sync of products may skip creating products', () => {
  const creates = (change: Partial<SyncStepFlow>) => {
    const one = made(change);
    return one.ok ? one.flow.createsRecords : null;
  };
  const customOptions = { SkipProductsCreate: true };
  expect(creates({ customOptions })).toBe(false);
  expect(creates({ entity: 'Inventory', customOptions })).toBe(true);
  expect(creates({ customOptions: { SkipProductsCreate: false } })).toBe(true);
  expect(creates({})).toBe(true);
});
