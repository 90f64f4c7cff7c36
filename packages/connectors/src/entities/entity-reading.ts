import { parsePath } from '@portage/primitives/paths';
import { isObject, type JsonObject } from '../json/json.ts';

/** An error in `x-entities`, with the names that lead to it from there. */
export interface EntityProblem {
  at: readonly (string | number)[];
  message: string;
}

/** Reads a member of `x-entities` and records the problems it finds. */
export class EntityPart {
  readonly value: JsonObject;
  readonly at: readonly (string | number)[];
  readonly #problems: EntityProblem[];

  constructor(value: JsonObject, at: readonly (string | number)[], problems: EntityProblem[]) {
    this.value = value;
    this.at = at;
    this.#problems = problems;
  }

  has(name: string): boolean {
    return this.value[name] !== undefined;
  }

  tell(name: string | null, message: string): null {
    this.#problems.push({ at: name === null ? this.at : [...this.at, name], message });
    return null;
  }

  /** Reports unknown members, which are usually typos. */
  onlyKnows(names: readonly string[]): void {
    for (const name of Object.keys(this.value)) {
      if (!names.includes(name)) this.tell(name, `"${name}" is not a member of ${this.at.length > 1 ? 'this part' : 'an entity'}.`);
    }
  }

  text(name: string): string | undefined {
    const written = this.value[name];
    if (written === undefined) return undefined;
    return typeof written === 'string' && written !== '' ? written : (this.tell(name, `"${name}" must be text.`) ?? undefined);
  }

  /** The given members that exist and are texts. */
  texts<Name extends string>(...names: Name[]): { [Key in Name]?: string } {
    const read = names.map((name) => [name, this.text(name)] as const).filter(([, text]) => text !== undefined);
    return Object.fromEntries(read) as { [Key in Name]?: string };
  }

  /** A path in a response. The empty text means the whole response. */
  answerPath(name: string): string | undefined {
    return this.value[name] === '' ? '' : this.text(name);
  }

  flag(name: string): boolean {
    const written = this.value[name];
    if (written !== undefined && typeof written !== 'boolean') this.tell(name, `"${name}" must be true or false.`);
    return written === true;
  }

  number(name: string, least: number, usual: number): number {
    const written = this.value[name];
    if (written === undefined) return usual;
    if (typeof written === 'number' && Number.isFinite(written) && written >= least) return written;
    this.tell(name, `"${name}" must be a number of at least ${least}.`);
    return usual;
  }

  listOfTexts(name: string): string[] {
    const written = this.value[name];
    if (written === undefined) return [];
    if (Array.isArray(written) && written.every((one) => typeof one === 'string' && one !== '')) return written;
    this.tell(name, `"${name}" must be a list of texts.`);
    return [];
  }

  /** A path in the written record. */
  requestPath(name: string, path: string): string | null {
    const [group] = parsePath(path) ?? [];
    if (['path', 'query', 'header', 'cookie', 'body', 'match'].includes(String(group))) return path;
    return this.tell(name, `"${path}" is not a path of a request, such as body.product.title.`);
  }

  part(name: string): EntityPart | null {
    const written = this.value[name];
    if (written === undefined) return null;
    if (!isObject(written)) return this.tell(name, `"${name}" must be an object.`);
    return new EntityPart(written, [...this.at, name], this.#problems);
  }

  parts(name: string): EntityPart[] {
    const written = this.value[name];
    if (written === undefined) return [];
    if (!Array.isArray(written)) {
      this.tell(name, `"${name}" must be a list.`);
      return [];
    }
    return written.flatMap((one: unknown, index) => {
      const at = [...this.at, name, index];
      if (isObject(one)) return [new EntityPart(one, at, this.#problems)];
      this.#problems.push({ at, message: `"${name}" must contain objects.` });
      return [];
    });
  }

  /** An object of objects by name. */
  named(name: string): [name: string, part: EntityPart][] {
    const holder = this.part(name);
    return Object.keys(holder?.value ?? {}).flatMap((key) => {
      const part = holder?.part(key);
      return part ? [[key, part] as [string, EntityPart]] : [];
    });
  }
}
