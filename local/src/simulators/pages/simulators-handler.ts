import { Response } from 'miniflare';
import { z } from 'zod';
import { asksForJson, jsonPage, type LocalPage, problemPage, seeOther, toHtmlResponse } from '../../pages/local-pages.ts';
import { type FaultKind, faultKinds } from '../faults.ts';
import type { RunningSystem, RunningSystems } from '../running-system.ts';
import { type SimulatedEntity, WrongRecord } from '../simulated-system.ts';
import type { Deliverer } from '../webhooks/deliver-webhooks.ts';
import { takePageForm } from './page-forms.ts';
import { searchRecords } from './search-records.ts';
import { simulatorsPage } from './simulators-page.ts';

type LocalRequest = Parameters<LocalPage>[0];
type PageResponse = Awaited<ReturnType<LocalPage>>;

const MOST_BODY_BYTES = 1_000_000;
const fillSchema = z.strictObject({ count: z.number().int().min(0).max(100_000) });
const faultSchema = z.strictObject({ kind: z.enum(faultKinds).optional(), count: z.number().int().min(0).max(1_000_000) });
const limitsSchema = z.strictObject({ isOff: z.boolean() });
const recordSchema = z.record(z.string(), z.json());
const noQuerySchema = z.strictObject({});
const pageSchema = z.strictObject({
  pageIndex: z.coerce.number().int().min(0).default(0),
  pageSize: z.coerce.number().int().min(1).max(1_000).default(20),
});
const recordsSchema = pageSchema.extend({ search: z.string().max(1_000).default('') });

/** `/local/simulators` and the addresses below it: shows and changes the simulated systems' records. */
export function simulatorsPages(systems: RunningSystems, deliverer: Pick<Deliverer, 'recent'>): LocalPage {
  const route: LocalPage = async (request, url) => {
    const [root, part, ...parts] = url.pathname.replace(/\/$/, '').split('/').slice(1);
    if (root !== 'local' || part !== 'simulators') return null;
    const [name, place, ...rest] = parts.map(decoded);
    if (name === undefined) return overview(request, url, systems, deliverer);
    const system = systems.get(name.toLowerCase());
    if (!system)
      return problemPage(404, `There is no simulated system "${name}". There are ${[...systems.keys()].join(', ')}.`, 'not-found');
    if (place === 'sign-in') return null;
    await system.prepare?.();
    const own = system.page && (await ownPage(system, request, url, [place ?? '', ...rest]));
    if (own) return own;
    if (place === 'calls' && rest.length === 0) return calls(request, url, system);
    if (place === 'faults' && rest.length === 0) return withQuery(url, noQuerySchema, () => faults(request, system));
    if (place === 'limits' && rest.length === 0) return withQuery(url, noQuerySchema, () => limits(request, system));
    const entity = system.entities.find((one) => one.name.toLowerCase() === place?.toLowerCase());
    if (!entity) {
      const known = system.entities.map((one) => one.name).join(', ');
      return problemPage(404, `The simulated ${system.title} has ${known}, not "${place ?? ''}".`, 'not-found');
    }
    if (rest.length === 0) return records(request, url, system, entity);
    if (rest.length === 1 && rest[0] === 'fill') return withQuery(url, noQuerySchema, () => fill(request, system, entity));
    return withQuery(url, noQuerySchema, () => oneRecord(request, entity, wholeId(entity, rest.join('/'))));
  };
  return async (request, url) => {
    const answer = await route(request, url);
    if (request.method !== 'GET') await Promise.all([...systems.values()].map((system) => system.synced()));
    return answer;
  };
}

/** A page that only one system has, such as Stripe's checkout. */
async function ownPage({ page }: RunningSystem, request: LocalRequest, url: URL, parts: readonly string[]): Promise<PageResponse | null> {
  const body = request.method === 'POST' ? await request.clone().text() : '';
  const answer = page?.({ method: request.method, url, header: (name) => request.headers.get(name), body }, parts);
  return answer ? new Response(answer.body, { status: answer.status, headers: answer.headers }) : null;
}

async function overview(
  request: LocalRequest,
  url: URL,
  systems: RunningSystems,
  deliverer: Pick<Deliverer, 'recent'>,
): Promise<PageResponse> {
  const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : null;
  // The other systems only show how many records they have.
  await systems.get((form ?? url.searchParams).get('system') ?? '')?.prepare?.();
  if (form) return takePageForm(form, systems);
  if (request.method !== 'GET') return notAllowed();
  if (!asksForJson(request)) return toHtmlResponse(simulatorsPage(url.searchParams, systems, deliverer.recent()));
  return jsonPage({
    systems: [...systems.values()].map(({ name, host, entities }) => ({
      name,
      host,
      entities: entities.map((entity) => ({ name: entity.name, count: entity.count() })),
    })),
  });
}

function records(request: LocalRequest, url: URL, system: RunningSystem, entity: SimulatedEntity): PageResponse | Promise<PageResponse> {
  if (request.method !== 'GET') return notAllowed();
  if (/\btext\/html\b/.test(request.headers.get('accept') ?? '') && !asksForJson(request)) {
    return seeOther(`/local/simulators?${new URLSearchParams({ system: system.name, entity: entity.name })}`);
  }
  return withQuery(url, recordsSchema, ({ pageIndex, pageSize, search }) => {
    const [from, to] = [pageIndex * pageSize, (pageIndex + 1) * pageSize];
    if (search.trim() === '') return jsonPage({ records: entity.list(from, to), totalCount: entity.count() });
    const found = searchRecords(entity, search);
    return jsonPage({ records: found.slice(from, to), totalCount: found.length });
  });
}

async function fill(request: LocalRequest, system: RunningSystem, entity: SimulatedEntity): Promise<PageResponse> {
  if (request.method !== 'POST') return notAllowed();
  const { make } = entity;
  if (!make) return problemPage(409, `Records of ${entity.name} are made by calls of the system only.`, 'not-made-here');
  return withBody(request, fillSchema, ({ count }) => {
    system.fill(make, count);
    return jsonPage({ count, totalCount: entity.count() });
  });
}

async function oneRecord(request: LocalRequest, entity: SimulatedEntity, id: string): Promise<PageResponse> {
  const none = () => problemPage(404, `There is no record "${id}" of ${entity.name}.`, 'not-found');
  switch (request.method) {
    case 'GET': {
      const record = entity.get(id);
      return record ? jsonPage({ record }) : none();
    }
    case 'PATCH':
      return withBody(request, recordSchema, (fields) => {
        try {
          const record = entity.change(id, fields);
          return record ? jsonPage({ record }) : none();
        } catch (error) {
          if (error instanceof WrongRecord) return problemPage(400, error.message);
          throw error;
        }
      });
    case 'DELETE':
      return entity.remove(id) ? jsonPage({ isSuccess: true }) : none();
    default:
      return notAllowed();
  }
}

async function faults(request: LocalRequest, system: RunningSystem): Promise<PageResponse> {
  if (request.method === 'GET') return jsonPage(system.faults.left);
  if (request.method !== 'POST') return notAllowed();
  return withBody(request, faultSchema, ({ kind, count }) => {
    if (count > 0 && !kind) return problemPage(400, `kind is one of ${faultKinds.join(', ')}.`);
    system.faults.set(kind as FaultKind, count);
    return jsonPage(system.faults.left);
  });
}

async function limits(request: LocalRequest, system: RunningSystem): Promise<PageResponse> {
  if (request.method === 'GET') return jsonPage(system.limits);
  if (request.method !== 'POST') return notAllowed();
  return withBody(request, limitsSchema, ({ isOff }) => {
    system.limits.isOff = isOff;
    return jsonPage(system.limits);
  });
}

function calls(request: LocalRequest, url: URL, system: RunningSystem): PageResponse | Promise<PageResponse> {
  if (request.method === 'DELETE') {
    return withQuery(url, noQuerySchema, () => {
      system.calls.clear();
      return jsonPage({ isSuccess: true });
    });
  }
  if (request.method !== 'GET') return notAllowed();
  return withQuery(url, pageSchema, ({ pageIndex, pageSize }) => {
    const { totalCount, writeCount } = system.calls;
    return jsonPage({ calls: system.calls.page(pageIndex, pageSize), totalCount, writeCount });
  });
}

function withQuery<Query>(
  url: URL,
  schema: z.ZodType<Query>,
  take: (query: Query) => PageResponse | Promise<PageResponse>,
): PageResponse | Promise<PageResponse> {
  const query = schema.safeParse(Object.fromEntries(url.searchParams));
  return query.success ? take(query.data) : problemPage(400, z.prettifyError(query.error));
}

async function withBody<Body>(request: LocalRequest, schema: z.ZodType<Body>, take: (body: Body) => PageResponse): Promise<PageResponse> {
  const text = await request.text();
  if (Buffer.byteLength(text) > MOST_BODY_BYTES) return problemPage(413, 'The body is larger than 1 MB.', 'too-large');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problemPage(400, 'The body must be JSON.');
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? take(parsed.data) : problemPage(400, z.prettifyError(parsed.error));
}

function notAllowed(): PageResponse {
  return problemPage(405, 'This address does not take that method.', 'method-not-allowed');
}

/** Shopify ids may be given by number: `1001` for `gid://shopify/Product/1001`. */
function wholeId(entity: SimulatedEntity, id: string): string {
  const whole = /^\d+$/.test(id) && !entity.get(id) ? entity.list().find((record) => String(record.id).endsWith(`/${id}`)) : undefined;
  return whole ? String(whole.id) : id;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
