import { humanised } from '../extracted/readable-name.ts';
import { isObject, member, textMember } from '../json/json.ts';
import { type RawSchema, rawSchema, withMember } from './schema-view.ts';

/** The fields of the event editor (spec CTYPE-23). */
export interface EventDraft {
  /** Its name in `webhooks` or `x-webhooks`. */
  id: string;
  name: string;
  resource: string;
  description: string;
  payload: RawSchema;
  subscription: RawSchema | null;
  /** `x-event`: how to subscribe and how to recognise deliveries. JSON text, possibly unfinished. */
  wiring: string;
}

export interface EventSource {
  id: string;
  /** The path item, usually with one `post`. */
  item: Readonly<Record<string, unknown>>;
  resource: string;
}

export function newEventSource(): EventSource {
  return { id: '', item: {}, resource: '' };
}

const METHODS = ['post', 'put', 'patch', 'get', 'delete'];

function getMethod(item: RawSchema): string {
  return METHODS.find((method) => isObject(member(item, method))) ?? 'post';
}

export function readEvent({ id, item, resource }: EventSource): EventDraft {
  const operation = rawSchema(member(item, getMethod(item)));
  const media = Object.values(rawSchema(member(member(operation, 'requestBody'), 'content')))[0];
  const subscription = member(operation, 'x-subscription-schema');
  const wiring = member(operation, 'x-event') ?? member(item, 'x-event');
  return {
    id,
    name: textMember(operation, 'summary')?.trim() || humanised(id),
    resource: textMember(operation, 'x-resource') ?? resource,
    description: textMember(operation, 'description') ?? '',
    payload: rawSchema(member(media, 'schema')),
    subscription: isObject(subscription) ? subscription : null,
    wiring: wiring === undefined ? '' : JSON.stringify(wiring, null, 2),
  };
}

/** Problems that keep an event from being saved, by field. */
export function eventProblems(draft: EventDraft, source: EventSource | null, taken: ReadonlySet<string>): Record<string, string> {
  const problems: Record<string, string> = {};
  if (draft.id.trim() === '') problems.id = 'Please input Id';
  else if (draft.id !== source?.id && taken.has(draft.id)) problems.id = 'There is already an event with this id';
  if (draft.name.trim() === '') problems.name = 'Please input Name';
  if (draft.resource.trim() === '') problems.resource = 'Please input Resource';
  if (draft.wiring.trim() !== '') {
    try {
      if (!isObject(JSON.parse(draft.wiring))) problems.wiring = 'A JSON object is expected here';
    } catch (error) {
      problems.wiring = `This is not JSON: ${(error as Error).message}`;
    }
  }
  return problems;
}

/** The path item of the event. Keeps what this editor doesn't know. @param draft without problems */
export function writeEvent(source: EventSource, draft: EventDraft): RawSchema {
  const before = readEvent(source);
  const method = getMethod(source.item);
  let operation = rawSchema(member(source.item, method));
  const set = (name: string, value: unknown) => {
    operation = withMember(operation, name, value);
  };
  if (draft.name !== before.name) set('summary', draft.name.trim());
  if (draft.resource !== before.resource) set('x-resource', draft.resource.trim());
  if (draft.description !== before.description) set('description', draft.description);
  if (draft.subscription !== before.subscription) set('x-subscription-schema', draft.subscription ?? undefined);
  const isOfItem = member(source.item, 'x-event') !== undefined;
  const wiring = draft.wiring.trim() === '' ? undefined : (JSON.parse(draft.wiring) as unknown);
  const isRewired = draft.wiring !== before.wiring;
  if (isRewired && !isOfItem) set('x-event', wiring);
  if (draft.payload !== before.payload) {
    const body = rawSchema(member(operation, 'requestBody'));
    const content = rawSchema(member(body, 'content'));
    const [type = 'application/json', media] = Object.entries(content)[0] ?? [];
    set('requestBody', { ...body, content: { ...content, [type]: { ...rawSchema(media), schema: draft.payload } } });
  }
  if (!isObject(member(operation, 'responses'))) set('responses', { 200: { description: 'Received' } });
  const item = isRewired && isOfItem ? withMember(source.item, 'x-event', wiring) : source.item;
  return { ...item, [method]: operation };
}
