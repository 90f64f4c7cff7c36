import { enumValues, type SchemaSource } from '@portage/connectors/openapi';
import { hasType } from '@portage/connectors/requests';
import { sampleText } from './sample-text.ts';
import { findItemShape, findPropertyShape, numberMember, type Shape, textMember } from './schema-shape.ts';

export interface Sampling {
  source: SchemaSource;
  /** Grows with each record; the first record uses the document's examples. */
  number: number;
  takesExamples: boolean;
  nowMs: number;
  /** Which of the value's own properties to include; omitted: all. */
  wants?(name: string, property: Shape): boolean;
}

/** Optional members below this depth are omitted. */
const USUAL_DEPTH = 4;
const MOST_DEPTH = 12;
/** Values in one sample; a large system's schema may have thousands. */
const MOST_VALUES = 600;

/** Omitted from successful responses: documents describe failures in the same schema. */
const FAILURE = /^(errors?|error_?(code|message|description)|warnings?|exceptions?|fault|failure_?\w*)$/i;
/** Names of times at which a record ended: new records have none. */
const ENDED =
  /^(archived|deleted|cancel?led|closed|completed|expired|revoked|voided|disabled)_?(at|on|date|time)$|^date_?(deleted|cancelled)$/i;
const USUAL_CHOICE = /^(active|open|enabled|ok|success|succeeded|eur|usd)$/i;
const YES = /^(ok|success|is_?success|succeeded|active|is_?active|enabled|is_?enabled|live|available|verified|visible|accepted)$/i;

export function sampleValue(shape: Shape, sampling: Sampling, name = ''): unknown {
  return new Sampler(sampling).value(shape, name, 0, []);
}

class Sampler {
  readonly #sampling: Sampling;
  #left = MOST_VALUES;

  constructor(sampling: Sampling) {
    this.#sampling = sampling;
  }

  value(shape: Shape, name: string, depth: number, above: readonly string[]): unknown {
    this.#left -= 1;
    const { flat, type } = shape;
    const { number, takesExamples } = this.#sampling;
    if (takesExamples || type === 'any') {
      const example = findExample(shape);
      if (example !== undefined && hasType(type, example)) return structuredClone(example);
    }
    const choices = enumValues(flat);
    if (choices) return choices.find((choice) => USUAL_CHOICE.test(String(choice))) ?? choices[0];
    if (flat.members.has('default') && hasType(type, flat.members.get('default'))) return structuredClone(flat.members.get('default'));
    switch (type) {
      case 'object':
        return this.#object(shape, depth, above);
      case 'array':
        return this.#array(shape, name, depth, above);
      case 'boolean':
        return YES.test(name);
      case 'integer':
      case 'number':
        return sampleNumber(shape, name, this.#sampling);
      case 'string':
        return sampleText({
          name,
          number,
          nowMs: this.#sampling.nowMs,
          format: textMember(shape, 'format'),
          pattern: textMember(shape, 'pattern'),
          minLength: numberMember(shape, 'minLength') ?? 0,
          maxLength: numberMember(shape, 'maxLength') ?? 10_000,
        });
      default:
        return flat.properties.size > 0 ? this.#object(shape, depth, above) : `${name || 'value'} ${number}`;
    }
  }

  #object(shape: Shape, depth: number, above: readonly string[]): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    const inside = [...above, shape.pointer];
    for (const name of shape.flat.properties.keys()) {
      const property = findPropertyShape(this.#sampling.source, shape, name);
      if (!property || property.flat.members.get('writeOnly') === true) continue;
      if (depth === 0 && this.#sampling.wants?.(name, property) === false) continue;
      const isRequired = shape.flat.required.has(name);
      const isAgain = inside.includes(property.pointer) && property.type === 'object';
      const isMuch = depth >= USUAL_DEPTH || this.#left <= 0 || FAILURE.test(name) || ENDED.test(name) || isAgain;
      if (isMuch && (!isRequired || depth >= MOST_DEPTH)) continue;
      // A required member contains itself: its list is empty, or the value ends here.
      made[name] = isAgain && depth >= USUAL_DEPTH ? null : this.value(property, name, depth + 1, inside);
    }
    return made;
  }

  #array(shape: Shape, name: string, depth: number, above: readonly string[]): unknown[] {
    const items = findItemShape(this.#sampling.source, shape);
    const fewest = numberMember(shape, 'minItems') ?? 0;
    const isAgain = items !== null && above.includes(items.pointer);
    const count = Math.min(Math.max(fewest, isAgain || depth >= USUAL_DEPTH || FAILURE.test(name) || this.#left <= 0 ? 0 : 1), 20);
    if (!items || depth >= MOST_DEPTH) return [];
    return Array.from({ length: count }, () => this.value(items, name.replace(/s$/, ''), depth + 1, above));
  }
}

function findExample({ flat }: Shape): unknown {
  const example = flat.members.get('example');
  if (example !== undefined && example !== null) return example;
  const examples = flat.members.get('examples');
  return Array.isArray(examples) ? examples[0] : undefined;
}

/** `created`, `updated_at`: seconds since 1970 if they are numbers. */
const INSTANT = /^(created|updated|modified|timestamp|date)$|_at$|_date$|_time$|(At|Date|Time)$/;

const ID = /^(id|number)$|_id$|Id$|ID$|_?number$|Number$/;

function sampleNumber(shape: Shape, name: string, { number, nowMs }: Sampling): number {
  const isWhole = shape.type === 'integer';
  const exclusive = (member: string) => (shape.flat.members.get(member) === true ? 1 : 0);
  const least = (numberMember(shape, 'minimum') ?? Number.NEGATIVE_INFINITY) + exclusive('exclusiveMinimum');
  const lower = Math.max(least, (numberMember(shape, 'exclusiveMinimum') ?? Number.NEGATIVE_INFINITY) + 1);
  const most = (numberMember(shape, 'maximum') ?? Number.POSITIVE_INFINITY) - exclusive('exclusiveMaximum');
  const upper = Math.min(most, (numberMember(shape, 'exclusiveMaximum') ?? Number.POSITIVE_INFINITY) - 1);
  const usual = INSTANT.test(name)
    ? Math.floor(nowMs / 1_000)
    : /price|amount|total|cost|balance|rate/i.test(name)
      ? 4 + ((number * 37) % 90) + (isWhole ? 0 : 0.5)
      : /quantity|count|stock/i.test(name)
        ? 1 + (number % 9)
        : ID.test(name) || name === ''
          ? number
          : 1 + (number % 9);
  const within = Math.min(Math.max(usual, lower), Math.max(upper, lower));
  const step = numberMember(shape, 'multipleOf') ?? 0;
  return step > 0 ? Math.ceil(within / step - 1e-9) * step : within;
}
