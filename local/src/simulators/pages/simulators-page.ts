import { htmlPage, escapeHtml as text } from '../../pages/html.ts';
import { CREDENTIAL } from '../client-apps.ts';
import { type FaultKind, faultKinds } from '../faults.ts';
import type { RunningSystem, RunningSystems } from '../running-system.ts';
import type { SimulatedEntity } from '../simulated-system.ts';
import type { Delivery } from '../webhooks/deliver-webhooks.ts';
import { searchRecords } from './search-records.ts';

const PAGE_SIZE = 20;
const SHOWN_CALLS = 20;
const MOST_COLUMNS = 9;
const LONGEST_VALUE = 120;

/** Shows the simulated systems to people: one system's records as tables, its last calls, and the faults that can be set. */
export function simulatorsPage(query: URLSearchParams, systems: RunningSystems, deliveries: readonly Delivery[]): string {
  const all = [...systems.values()];
  const system = systems.get(query.get('system') ?? '') ?? all[0];
  if (!system) return htmlPage('Simulated systems', '<h1>Simulated systems</h1>');
  const entity = system.entities.find(({ name }) => name === query.get('entity')) ?? system.entities[0];
  const tabs = all.map((one) => tab(one.title, { system: one.name }, one === system)).join('');
  const kinds = system.entities.map((one) =>
    tab(`${one.name} (${one.count()})`, { system: system.name, entity: one.name }, one === entity),
  );
  const problem = query.get('problem');
  const body = `<h1>Simulated systems</h1>
<p class="meta">They stand for real systems while you try Portage, and exist on this machine only. Credentials are <code>${CREDENTIAL}</code> throughout.</p>
<nav aria-label="Systems">${tabs}</nav>
${problem ? `<p class="card" role="alert">${text(problem)}</p>` : ''}
<nav aria-label="Records of ${text(system.title)}">${kinds.join('')}</nav>
${entity ? renderRecords(system, entity, query) : ''}
${renderFaults(system)}
${renderCalls(system)}
${renderDeliveries(deliveries)}`;
  return htmlPage(`Simulated ${system.title}`, body, 1_200);
}

function tab(label: string, query: Record<string, string>, isCurrent: boolean): string {
  return `<a href="/local/simulators?${text(new URLSearchParams(query).toString())}"${isCurrent ? ' aria-current="page"' : ''}>${text(label)}</a>`;
}

function renderRecords(system: RunningSystem, entity: SimulatedEntity, query: URLSearchParams): string {
  const search = query.get('search') ?? '';
  const pageIndex = Math.max(0, Math.floor(Number(query.get('page')) || 0));
  const { shown, count } = newestFirst(entity, search, pageIndex * PAGE_SIZE);
  const columns = pickColumns(shown);
  const rows = shown.map(
    (record) =>
      `<tr>${columns.map((name) => `<td>${text(shortened(record[name]))}</td>`).join('')}<td>${changeForm(system, entity, record)}${form(system, 'delete', '<button>Delete</button>', entity, record)}</td></tr>`,
  );
  const pages = ([label, index]: [string, number]) =>
    `<a href="/local/simulators?${text(new URLSearchParams({ system: system.name, entity: entity.name, search, page: String(index) }).toString())}">${label}</a>`;
  const around = [
    ...(pageIndex > 0 ? [pages(['Newer', pageIndex - 1])] : []),
    ...((pageIndex + 1) * PAGE_SIZE < count ? [pages(['Older', pageIndex + 1])] : []),
  ];
  return `<section class="card"><div class="row">
<form method="get" action="/local/simulators" class="row" role="search"><input type="hidden" name="system" value="${text(system.name)}"><input type="hidden" name="entity" value="${text(entity.name)}">
<input type="search" name="search" aria-label="Search ${text(entity.name)}" placeholder="Search" value="${text(search)}"><button>Search</button></form>
${entity.make ? form(system, 'fill', `<input type="number" name="count" min="1" max="10000" value="5" aria-label="How many"><button class="primary">Add ${text(entity.name)}</button>`, entity) : ''}
</div>
<div class="scroll"><table><caption>${text(entity.name)}: ${count}</caption>
<thead><tr>${columns.map((name) => `<th scope="col">${text(name)}</th>`).join('')}<th scope="col">Action</th></tr></thead>
<tbody>${rows.join('\n') || `<tr><td class="empty" colspan="${columns.length + 1}">Nothing here yet.</td></tr>`}</tbody></table></div>
<nav aria-label="Pages">${around.join('')}</nav></section>`;
}

function newestFirst(entity: SimulatedEntity, search: string, from: number): { shown: Record<string, unknown>[]; count: number } {
  if (search.trim() !== '') {
    const found = searchRecords(entity, search).toReversed();
    return { shown: found.slice(from, from + PAGE_SIZE), count: found.length };
  }
  const count = entity.count();
  const end = Math.max(0, count - from);
  return { shown: entity.list(Math.max(0, end - PAGE_SIZE), end).toReversed(), count };
}

/** Fields with a value, the id first and times last. */
function pickColumns(records: readonly Record<string, unknown>[]): string[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const isFilled = (name: string) => records.some((record) => !['', '[]', 'null'].includes(shortened(record[name])));
  const rank = (name: string) => (name === 'id' ? 0 : /At$|Date|Modstamp/.test(name) ? 2 : 1);
  return names
    .filter(isFilled)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST_COLUMNS);
}

function changeForm(system: RunningSystem, entity: SimulatedEntity, record: Record<string, unknown>): string {
  const id = `fields-${String(record.id).replaceAll(/\W/g, '-')}`;
  const fields = JSON.stringify(editable(record), null, 2);
  return `<details><summary>Change</summary>${form(system, 'change', `<label for="${id}">Fields to change, as JSON</label><textarea id="${id}" name="fields" spellcheck="false">${text(fields)}</textarea><button>Save</button>`, entity, record)}</details>`;
}

/** Fields that a person might change: plain values that don't look like ids or times. */
function editable(record: Record<string, unknown>): Record<string, unknown> {
  const isPlain = ([name, value]: [string, unknown]) =>
    !/^(id|.*Id|Id|ID|.*At|.*Date|.*DateTime|SystemModstamp|name|.*Number)$/.test(name) || /^(Name|FirstName|LastName)$/.test(name)
      ? value === null || ['string', 'number', 'boolean'].includes(typeof value)
      : false;
  return Object.fromEntries(Object.entries(record).filter(isPlain));
}

function form(system: RunningSystem, action: string, content: string, entity?: SimulatedEntity, record?: Record<string, unknown>): string {
  const hidden = { action, system: system.name, ...(entity ? { entity: entity.name } : {}), ...(record ? { id: String(record.id) } : {}) };
  const fields = Object.entries(hidden).map(([name, value]) => `<input type="hidden" name="${name}" value="${text(value)}">`);
  return `<form method="post" action="/local/simulators" class="row">${fields.join('')}${content}</form>`;
}

const faultWords: Record<FaultKind, string> = {
  'status-500': 'are answered with 500',
  'status-429': 'are answered with 429 and Retry-After',
  'refused-422': 'are refused with 422',
  'lost-answer': 'are done, but their answer is lost',
  'slow-5s': 'take 5 seconds',
  'out-of-service': 'are answered with 503, and calls that read, too',
};

function renderFaults(system: RunningSystem): string {
  const { kind, count } = system.faults.left;
  const option = (value: string, words: string) => `<option value="${value}"${value === (kind ?? '') ? ' selected' : ''}>${words}</option>`;
  const options = [option('', 'work as usual'), ...faultKinds.map((one) => option(one, faultWords[one]))];
  return `<section class="card"><h2>Make calls fail</h2>
${form(system, 'faults', `<label>The next <input type="number" name="count" min="0" value="${count || 1}"> calls that write</label><select name="kind" aria-label="What happens to them">${options.join('')}</select><button>Set</button>`)}
</section>`;
}

function renderCalls(system: RunningSystem): string {
  const { totalCount, writeCount } = system.calls;
  const rows = system.calls
    .page(0, SHOWN_CALLS)
    .map(
      ({ at, method, path, status, isWrite }) =>
        `<tr><td>${text(at.slice(11, 19))}</td><td>${text(method)}</td><td>${text(path)}</td><td>${status === 0 ? 'cut' : status}</td><td>${isWrite ? 'writes' : ''}</td></tr>`,
    );
  return `<section class="card"><div class="scroll"><table><caption>Last calls: ${totalCount}, of which ${writeCount} wrote</caption>
<thead><tr><th scope="col">Time (UTC)</th><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Status</th><th scope="col">Kind</th></tr></thead>
<tbody>${rows.join('\n') || '<tr><td class="empty" colspan="5">No calls yet.</td></tr>'}</tbody></table></div>
${form(system, 'empty-calls', '<button>Empty the list</button>')}</section>`;
}

function renderDeliveries(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return '';
  const rows = deliveries
    .slice(0, SHOWN_CALLS)
    .map(
      ({ at, event, url, status }) =>
        `<tr><td>${text(at.slice(11, 19))}</td><td>${text(event)}</td><td>${text(url)}</td><td>${status ?? 'no answer'}</td></tr>`,
    );
  return `<section class="card"><div class="scroll"><table><caption>Webhooks that the simulated systems sent</caption>
<thead><tr><th scope="col">Time (UTC)</th><th scope="col">Event</th><th scope="col">Address</th><th scope="col">Status</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

function shortened(value: unknown): string {
  if (value === null || value === undefined) return '';
  const whole = typeof value === 'string' ? value : JSON.stringify(value);
  return whole.length > LONGEST_VALUE ? `${whole.slice(0, LONGEST_VALUE)}…` : whole;
}
