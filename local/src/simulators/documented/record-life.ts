import { isObject } from '@portage/primitives/json';
import { type CollectionFacts, memberForParameter } from './collection-facts.ts';
import type { DescribedSystem } from './described-system.ts';
import type { StoredRecord, StoredRecords } from './kept-records.ts';
import { plainName } from './names.ts';
import { sampleText, sampleUuid } from './sample-text.ts';
import { sampleValue } from './sample-value.ts';
import { findPropertyShape, numberMember, type Shape, textMember } from './schema-shape.ts';

/** Initial records of a kind without examples in the document. */
const SEED_COUNT = 3;

export interface CollectionLocation {
  /** The name of the collection of records: `customers/17/orders`. */
  name: string;
  /** The document's path: `/customers/{id}/orders`. */
  template: string;
  path: Record<string, string>;
  facts: CollectionFacts;
}

/** Makes, finds, changes and removes records as the document describes. */
export class RecordLife {
  readonly #records: StoredRecords;
  readonly #system: DescribedSystem;
  readonly #now: () => number;

  constructor(records: StoredRecords, system: DescribedSystem, now: () => number) {
    this.#records = records;
    this.#system = system;
    this.#now = now;
  }

  /** The collection's records; a new collection starts with samples. */
  all(location: CollectionLocation): readonly StoredRecord[] {
    this.#seed(location);
    return this.#records.of(location.name).all();
  }

  find(location: CollectionLocation, asked: string, parameter: string | null): StoredRecord | null {
    this.#seed(location);
    const records = this.#records.of(location.name);
    const existing = records.get(asked);
    if (existing) return existing;
    if (parameter === null) return null;
    return (
      records.find(({ value }) => {
        const name = memberForParameter(value, parameter, location.facts.thing);
        return name !== null && String(value[name]) === asked;
      }) ?? null
    );
  }

  /** @param key chosen by the caller; null: the system chooses */
  create(location: CollectionLocation, body: Readonly<Record<string, unknown>>, key: string | null = null): StoredRecord {
    this.#seed(location);
    const { facts } = location;
    const sampled = this.#sample(
      location,
      false,
      (name) => !facts.writable.has(plainName(name)) || hasDefault(facts.shape, name, this.#system),
    );
    const given = fieldsOfBody(facts.shape, body, this.#system);
    return this.#keep(location, { ...sampled, ...given }, key ?? this.#keyOf(location, given));
  }

  change(location: CollectionLocation, record: StoredRecord, body: Readonly<Record<string, unknown>>): StoredRecord {
    const { [location.facts.idName]: _, ...changes } = fieldsOfBody(location.facts.shape, body, this.#system);
    record.value = merged(record.value, changes);
    return this.touch(location, record);
  }

  remove(location: CollectionLocation, record: StoredRecord): void {
    this.#records.remove(location.name, record.key);
  }

  /** Makes a record that no call created but that a call asks for by name. */
  exist(location: CollectionLocation, key: string): StoredRecord {
    const sampled = this.#sample(location, true);
    return this.#keep(location, { ...sampled, ...(location.facts.examples[0] ?? {}) }, key);
  }

  fill(location: CollectionLocation): StoredRecord {
    this.#seed(location);
    return this.#keep(location, this.#sample(location, false));
  }

  touch(location: CollectionLocation, record: StoredRecord): StoredRecord {
    return this.#records.touch(location.name, record, this.#now());
  }

  #seed(location: CollectionLocation): void {
    if (this.#records.collection(location.name)?.isSeeded) return;
    const { name, template, path, facts } = location;
    this.#records.open({ name, template, path, isSeeded: true });
    if (!facts.isShown || (!facts.shape && facts.examples.length === 0)) return;
    if (facts.examples.length > 0) {
      for (const example of facts.examples) {
        const id = example[facts.idName];
        this.#keep(location, structuredClone(example), typeof id === 'string' || typeof id === 'number' ? String(id) : null);
      }
      return;
    }
    for (let index = 0; index < SEED_COUNT; index += 1) this.#keep(location, this.#sample(location, index === 0));
  }

  #keep(location: CollectionLocation, value: Record<string, unknown>, wantedKey: string | null = null): StoredRecord {
    const { facts, path } = location;
    const key = wantedKey ?? this.#newKey(location, value);
    const withId = { ...value };
    const id = typedId(facts, key, this.#system);
    if (id !== undefined) withId[facts.idName] = id;
    for (const [parameter, text] of Object.entries(path)) {
      // The address sets members of the record: `/customers/17/orders` are orders of customer 17.
      const name = Object.keys(withId).find((one) => plainName(one) === plainName(parameter) && one !== facts.idName);
      if (name !== undefined && typeof withId[name] !== 'object') withId[name] = likeType(typeof withId[name], text);
    }
    return this.touch(location, { key, value: withId, changedAtMs: 0 });
  }

  /** The id in a body, if the body may set it. */
  #keyOf({ name, facts }: CollectionLocation, body: Readonly<Record<string, unknown>>): string | null {
    const id = body[facts.idName];
    const isUsable = (typeof id === 'string' && id !== '') || typeof id === 'number';
    return isUsable && facts.writable.has(plainName(facts.idName)) && !this.#records.of(name).get(String(id)) ? String(id) : null;
  }

  #newKey({ name, facts }: CollectionLocation, value: Readonly<Record<string, unknown>>): string {
    const sampled = value[facts.idName];
    const known = this.#records.of(name);
    for (;;) {
      const number = this.#records.nextNumber();
      const property = facts.shape && findPropertyShape(this.#system.answers.source, facts.shape, facts.idName);
      const isNumber = property?.type === 'integer' || property?.type === 'number' || typeof sampled === 'number';
      const isUuid =
        property && (textMember(property, 'format') === 'uuid' || /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(String(sampled)));
      // `cus_Nff` has a prefix for its kind.
      const [, prefix = ''] = typeof sampled === 'string' ? (/^([a-z]{2,8}_)[A-Za-z0-9]/.exec(sampled) ?? []) : [];
      const most = property ? (numberMember(property, 'maxLength') ?? 200) : 200;
      const pattern = property ? textMember(property, 'pattern') : null;
      const minLength = property ? (numberMember(property, 'minLength') ?? 0) : 0;
      if (!isNumber && !isUuid && (pattern !== null || minLength > 0)) {
        const text = sampleText({ name: facts.idName, format: null, pattern, minLength, maxLength: most, number, nowMs: this.#now() });
        if (!known.get(text)) return text;
        continue;
      }
      const key = isNumber ? String(number) : isUuid ? sampleUuid(number) : `${prefix}${number}`.slice(-most);
      if (!known.get(key)) return key;
    }
  }

  #sample({ facts }: CollectionLocation, takesExamples: boolean, wants: (name: string) => boolean = () => true): Record<string, unknown> {
    if (!facts.shape) return {};
    const { source } = this.#system.answers;
    const value = sampleValue(facts.shape, {
      source,
      number: this.#records.nextNumber(),
      takesExamples,
      nowMs: this.#now(),
      wants,
    });
    return isObject(value) ? { ...value } : {};
  }
}

function hasDefault(shape: Shape | null, name: string, { answers: { source } }: DescribedSystem): boolean {
  return Boolean(shape && (findPropertyShape(source, shape, name)?.flat.members.has('default') || shape.flat.required.has(name)));
}

/** A body's fields under the record's names: a call sends `Body`, the response has `body`. Passwords and the like are never shown again. */
function fieldsOfBody(
  shape: Shape | null,
  body: Readonly<Record<string, unknown>>,
  { answers: { source } }: DescribedSystem,
): Record<string, unknown> {
  if (!shape) return { ...body };
  const names = [...shape.flat.properties.keys()];
  return Object.fromEntries(
    Object.entries(body).flatMap(([given, value]) => {
      const name = shape.flat.properties.has(given)
        ? given
        : (names.find((candidate) => plainName(candidate) === plainName(given)) ?? given);
      const property = findPropertyShape(source, shape, name);
      if (property?.flat.members.get('writeOnly') === true) return [];
      return [[name, property ? likeType(property.type, value) : value]];
    }),
  );
}

/** Documents accept a number and return it as text, or the other way round. */
function likeType(type: string, value: unknown): unknown {
  if (type === 'string' && typeof value === 'number') return String(value);
  if ((type === 'number' || type === 'integer') && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return value;
}

/** Merges objects; any other value replaces the earlier one. */
function merged(before: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || name === '__proto__') continue;
    const known = result[name];
    result[name] = isObject(known) && isObject(value) ? merged(known, value) : value;
  }
  return result;
}

/** @returns undefined if the schema doesn't accept the key */
function typedId({ shape, idName }: CollectionFacts, key: string, { answers: { source } }: DescribedSystem): string | number | undefined {
  const type = shape ? findPropertyShape(source, shape, idName)?.type : 'string';
  if (type === 'integer' || type === 'number') return key !== '' && Number.isFinite(Number(key)) ? Number(key) : undefined;
  return type === undefined && shape ? (shape.flat.properties.size === 0 ? key : undefined) : key;
}
