import { z } from 'zod';
import { insightPeriods } from '../dashboards/insight-periods.ts';
import { defineCalls } from '../http/define-calls.ts';
import { pageFields, searchField, storableText, switchField } from './query-fields.ts';

/** How ended runs fared. */
const runFiguresSchema = z.object({
  runs: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  /** The share among succeeded and failed runs; null: there were none. */
  successRate: z.number().nullable(),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
/** `name` is null once the workflow is deleted. */
const workflowNameFields = { workflowId: z.string(), name: z.string().nullable(), ownerUserEmail: z.string().nullable() };

/** A user's number of workflows and runs, and runs by day (spec DASH-26). */
const statsSchema = z.object({
  totalWorkflowsCount: z.number(),
  totalWorkflowInstancesCount: z.number(),
  /** The last twelve months, oldest first, months without runs included; createdAtDate is the month's first day in UTC. */
  workflowInstancesStats: z.array(z.object({ createdAtDate: z.string(), instancesCount: z.number() })),
});

/** Spec DASH-13: None has no dashboard. */
const dashboardTypeSchema = z.enum(['Ecommerce', 'Event']);

/** The kinds of dashboard items (spec DASH-15). */
const itemTypes = ['Order', 'Product', 'Company', 'Contact', 'Event', 'Registration', 'Activity', 'IntegrationItem'] as const;

/** Systems whose products a dashboard shows (spec DASH-21). */
const productTypes = ['Shopify', 'Etsy', 'Printify', 'Printful', 'TikTok', 'Amazon'] as const;

const dashboardSchema = z.object({ id: z.string(), dashboardType: dashboardTypeSchema, createdAt: z.string() });

/** An item of a dashboard (spec DASH-14). */
const dashboardItemSchema = z.object({
  id: z.string(),
  externalId: z.string(),
  name: z.string(),
  source: z.string(),
  dashboardId: z.string(),
  /** The object that the workflow wrote, with a different shape for each type (spec DASH-16..20). */
  object: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  type: z.enum(itemTypes),
});

const itemPageSchema = z.object({ dashboardItems: z.array(dashboardItemSchema), totalCount: z.number() });
const doneSchema = z.object({ isSuccess: z.boolean(), errorMessage: z.string().nullable() });

/** A sync item is identified by its flow and by the record’s id in the source, which may be long. */
const itemParams = z.strictObject({ dashboardId: storableText(200).min(1), itemId: storableText(600).min(1) });

export const dashboardCalls = defineCalls({
  'GET /api/dashboards': {
    summary: 'The caller’s dashboards; at most one of each type.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ dashboardType: dashboardTypeSchema.optional() }),
    response: z.object({ dashboards: z.array(dashboardSchema), totalCount: z.number() }),
  },
  'POST /api/dashboards': {
    summary: 'Creates a dashboard; only an admin who acts as its owner may (403 otherwise). 409 if there already is one of the type.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ dashboardType: dashboardTypeSchema }),
    response: z.object({ dashboardId: z.string() }),
  },
  'GET /api/dashboards/get-ecommerce-dashboard-id': {
    summary: 'The id of the caller’s e-commerce dashboard, or null.',
    access: 'user',
    effect: 'read',
    response: z.object({ dashboardId: z.string().nullable() }),
  },
  'GET /api/dashboards/{id}': {
    summary: 'One dashboard.',
    access: 'user',
    effect: 'read',
    response: z.object({ dashboard: dashboardSchema }),
  },
  'POST /api/dashboards/{id}/run-workflows': {
    summary: 'Runs every active workflow that writes to the dashboard, as a manual run.',
    access: 'user',
    effect: 'write',
    response: doneSchema,
  },
  'GET /api/dashboards/{dashboardId}/items': {
    summary: 'Items of a dashboard, newest first.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ type: z.enum(itemTypes).optional(), ...pageFields() }),
    response: itemPageSchema,
  },
  'GET /api/dashboards/{dashboardId}/orders': {
    summary: 'Orders of a dashboard by part of their name, newest first.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ type: z.literal('Order').optional(), searchTerm: searchField(), ...pageFields() }),
    response: itemPageSchema,
  },
  'GET /api/dashboards/{dashboardId}/products': {
    summary: 'Products of a dashboard by part of their name, newest first; `type` may name the system they come from.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ type: z.enum(['Product', ...productTypes]).optional(), searchTerm: searchField(), ...pageFields() }),
    response: itemPageSchema,
  },
  'GET /api/dashboards/{dashboardId}/integrationItems': {
    summary: 'What integrations synchronised, by part of the name and by kind, most recently changed first; `object` has the item.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      type: z.literal('IntegrationItem').optional(),
      searchTerm: searchField(),
      dashboardEntity: storableText(200).optional(),
      ...pageFields(),
    }),
    response: itemPageSchema,
  },
  'GET /api/dashboards/{dashboardId}/items/{itemId}': {
    summary: 'One item of a dashboard.',
    access: 'user',
    effect: 'read',
    params: itemParams,
    response: z.object({ item: dashboardItemSchema }),
  },
  'POST /api/dashboards/{dashboardId}/items/{itemId}/delete': {
    summary: 'Removes an item from a dashboard. 409 for an item of a sync, which belongs to its flow.',
    access: 'user',
    effect: 'write',
    params: itemParams,
    response: doneSchema,
  },
  'GET /api/dashboards/insights': {
    summary:
      'How the ended runs of the last 24 hours (by hour), 7 or 30 days (by day, UTC) went, compared with the period before: counts, success rate, durations of succeeded runs (within 41 %), and the workflows that failed most and took longest. A run counts in the period in which it began; tests are left out. An admin with isAdmin=true sees everyone’s.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ period: z.enum(insightPeriods).default('7d'), isAdmin: switchField() }),
    response: z.object({
      from: z.string(),
      to: z.string(),
      byHour: z.boolean(),
      figures: runFiguresSchema,
      before: runFiguresSchema,
      series: z.array(z.object({ startsAt: z.string(), succeeded: z.number(), failed: z.number(), cancelled: z.number() })),
      failing: z.array(z.object({ ...workflowNameFields, runs: z.number(), failed: z.number() })),
      slowest: z.array(z.object({ ...workflowNameFields, runs: z.number(), medianMs: z.number(), p95Ms: z.number() })),
    }),
  },
  'GET /api/dashboards/stats': {
    summary: 'How many workflows and runs the caller has, and the runs of the last twelve months by month.',
    access: 'user',
    effect: 'read',
    response: z.object({ stats: statsSchema }),
  },
});
