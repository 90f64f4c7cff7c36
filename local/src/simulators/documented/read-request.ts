import type { BodyContent, ExtractedOperation, ExtractedParameter, Located, SchemaSource } from '@portage/connectors/openapi';
import type { RequestValues } from '@portage/connectors/requests';
import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { isObject } from '@portage/primitives/json';
import type { SimulatedCall } from '../simulated-call.ts';
import { type ValueProblem, valueProblems } from './check-value.ts';
import { findItemShape, findPropertyShape, resolveShape } from './schema-shape.ts';

export interface ReadRequest {
  values: RequestValues & { path: Record<string, unknown>; query: Record<string, unknown>; header: Record<string, unknown> };
  refusal: { status: 400 | 415 | 422; problems: ValueProblem[] } | null;
}

export function readRequest(
  source: SchemaSource,
  operation: ExtractedOperation,
  call: SimulatedCall,
  path: Record<string, string>,
): ReadRequest {
  const problems: ValueProblem[] = [];
  const values: ReadRequest['values'] = { path: {}, query: {}, header: {} };
  for (const parameter of operation.parameters) {
    if (parameter.place === 'cookie') continue;
    const written = writtenValue(parameter, call, path);
    const located = { value: parameter.schema, pointer: '#' };
    const name = `${parameter.place}.${parameter.name}`;
    if (written === undefined) {
      // A value with a default may be omitted, whatever the document says: real systems allow it.
      const usual = resolveShape(source, located).flat.members.get('default');
      if (usual !== undefined) values[parameter.place][parameter.name] = usual;
      else if (parameter.isRequired) problems.push({ path: name, message: 'is required' });
      continue;
    }
    const value = parameter.contentType ? tryParseJson(written) : typedValue(source, located, written);
    values[parameter.place][parameter.name] = value;
    problems.push(...valueProblems(source, located, value, name));
  }
  if (problems.length > 0) return { values, refusal: { status: 400, problems } };
  const body = readBody(source, operation, call);
  if ('status' in body) return { values, refusal: body };
  return { values: { ...values, body: body.value }, refusal: null };
}

/** A parameter as texts; a list has several. */
function writtenValue({ name, place, style }: ExtractedParameter, call: SimulatedCall, path: Record<string, string>): unknown {
  if (place === 'path') return path[name];
  if (place === 'header') return call.header(name) ?? undefined;
  const { searchParams } = call.url;
  if (style === 'deepObject') {
    const members = [...searchParams].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'));
    if (members.length > 0) return nestedForm(members)[name];
  }
  const all = [...searchParams.getAll(name), ...searchParams.getAll(`${name}[]`)];
  return all.length > 1 ? all : all[0];
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' };

/** A text in the type of its schema. Text that doesn't fit stays text for the check to report. */
function typedValue(source: SchemaSource, located: Located, written: unknown, style = 'form'): unknown {
  const shape = resolveShape(source, located);
  if (shape.type === 'array') {
    const items = findItemShape(source, shape);
    const texts = Array.isArray(written) ? written : typeof written === 'string' ? written.split(SEPARATORS[style] ?? ',') : [written];
    return items ? texts.map((text) => typedValue(source, items, text)) : texts;
  }
  if (isObject(written)) {
    const entries = Object.entries(written).map(([name, value]) => {
      const property = findPropertyShape(source, shape, name);
      return [name, property ? typedValue(source, property, value) : value];
    });
    return Object.fromEntries(entries);
  }
  if (typeof written !== 'string') return written;
  if ((shape.type === 'integer' || shape.type === 'number') && written.trim() !== '' && Number.isFinite(Number(written)))
    return Number(written);
  if (shape.type === 'boolean' && /^(true|false)$/i.test(written)) return written.toLowerCase() === 'true';
  return written;
}

type Body = { value: unknown } | NonNullable<ReadRequest['refusal']>;

function readBody(source: SchemaSource, { body }: ExtractedOperation, call: SimulatedCall): Body {
  const refused = (status: 400 | 415 | 422, message: string): Body => ({ status, problems: [{ path: 'body', message }] });
  const type = (call.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!body) return { value: tryParseJson(call.body) };
  if (call.body === '') return body.isRequired ? refused(400, 'is required') : { value: undefined };
  const content = body.contents.find((one) => matchesType(one, type)) ?? (type === '' ? body.contents[0] : undefined);
  if (!content)
    return refused(415, `must be ${body.contents.map((one) => one.type).join(' or ')}, not ${type || 'without a content type'}`);
  const located = { value: content.schema, pointer: '#' };
  const isForm = /urlencoded/.test(content.type);
  const isJson = /[/+]json/.test(content.type);
  if (!isForm && !isJson) return { value: call.body };
  const value = isForm ? typedValue(source, located, nestedForm(new URLSearchParams(call.body))) : tryParseJson(call.body);
  if (value === undefined) return refused(400, 'is not JSON');
  const problems = valueProblems(source, located, value, '');
  return problems.length > 0 ? { status: 422, problems } : { value };
}

function matchesType({ type }: BodyContent, called: string): boolean {
  const wanted = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (wanted === called || wanted === '*/*') return true;
  if (wanted.endsWith('/*')) return called.startsWith(wanted.slice(0, -1));
  return /[/+]json$/.test(wanted) && /[/+]json$/.test(called);
}

function tryParseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return undefined;
  }
}

/** `items[0][price]=5`, as forms write it. */
function nestedForm(entries: Iterable<[string, string]>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, text] of entries) {
    const [first = '', ...rest] = key.replaceAll(']', '').split('[');
    if ([first, ...rest].some((name) => forbiddenNames.includes(name))) continue;
    let holder = root;
    let name = first;
    for (const next of rest) {
      const inner = isObject(holder[name]) || Array.isArray(holder[name]) ? holder[name] : /^\d*$/.test(next) ? [] : {};
      holder[name] = inner;
      holder = inner as Record<string, unknown>;
      name = next === '' ? String((inner as unknown[]).length) : next;
    }
    const before = rest.length === 0 ? holder[name] : undefined;
    holder[name] = before === undefined ? text : [before, text].flat();
  }
  return root;
}
