import { isObject } from '../json/json.ts';

/** The fields of the entity editor: the entity's name in `x-entities`, and its definition as unfinished JSON text. */
export interface EntityDraft {
  name: string;
  text: string;
}

export interface EntitySource {
  name: string;
  definition: Readonly<Record<string, unknown>>;
}

const USES = ['list', 'get', 'getMany', 'find', 'findMany', 'create', 'update', 'createMany', 'updateMany', 'archive'] as const;
export type EntityUse = (typeof USES)[number];

const NAME = /^[A-Za-z][A-Za-z0-9]{0,59}$/;

/** The initial content of a new entity: the parts that a source needs. */
export function newEntitySource(operationId: string): EntitySource {
  return { name: '', definition: { idPath: 'id', namePath: 'name', list: { operation: operationId, values: {} } } };
}

export function readEntityDraft({ name, definition }: EntitySource): EntityDraft {
  return { name, text: JSON.stringify(definition, null, 2) };
}

/** The parsed definition; null while the text isn't a JSON object. */
export function parseDefinition({ text }: EntityDraft): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Problems that keep an entity from being sent, by field. The meaning of its parts is checked later, against the document. */
export function entityProblems(draft: EntityDraft, source: EntitySource | null, taken: ReadonlySet<string>): Partial<EntityDraft> {
  const problems: Partial<EntityDraft> = {};
  if (draft.name.trim() === '') problems.name = 'Please input Name';
  else if (!NAME.test(draft.name)) problems.name = 'Letters and digits, starting with a letter; at most 60';
  else if (draft.name !== source?.name && taken.has(draft.name)) problems.name = 'There is already an entity with this name';
  try {
    if (!isObject(JSON.parse(draft.text))) problems.text = 'A JSON object is expected here';
  } catch (error) {
    problems.text = `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return problems;
}

/** A source needs `list`; a target needs `create` or `update`. */
export function usesOfEntity(definition: Readonly<Record<string, unknown>>): {
  isSource: boolean;
  isTarget: boolean;
  uses: EntityUse[];
} {
  const uses = USES.filter((use) => definition[use] !== undefined);
  return { isSource: uses.includes('list'), isTarget: uses.includes('create') || uses.includes('update'), uses };
}
