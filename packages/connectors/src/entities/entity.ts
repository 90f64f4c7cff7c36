import type { CursorFormat } from '../events/event-definition.ts';

/** A call of an operation of the same document. */
export interface EntityCall {
  /** Method and path of the operation. */
  operation: string;
  /** By path as in mappings (`query.status`, `body.product.id`); texts may hold placeholders. */
  values: Readonly<Record<string, unknown>>;
}

/** How the records of an entity are read, page by page, by the operation's paging. */
export interface EntityList extends EntityCall {
  /** Where the records stand in the answer; absent: the list of the operation's paging, else the answer itself. */
  itemsPath?: string;
  /**
   * How the list is narrowed to what changed: values that name `{cursor}` are left out of the first reading. Absent: every
   * reading goes through the whole list.
   */
  cursor?: {
    /** In a record. The largest value is where the next reading begins, less the overlap. */
    path: string;
    format: CursorFormat;
    overlapSeconds: number;
  };
}

/** How one record is found in a target before another is made. */
export interface EntityFind extends EntityCall {
  /**
   * The value that is looked for: a path of what would be written (`body.product.handle`), available as `{key}`; or `externalId`,
   * the record's id in the source. A record without a value there is not looked for this way.
   */
  key: string;
  /** As people read it: "handle", "e-mail". */
  title: string;
  itemsPath?: string;
  /** In a found record: its value must equal the key, letter case and blanks around it aside. Absent: what is found counts. */
  equalsPath?: string;
}

/** How a record is written. */
export interface EntityWrite extends EntityCall {
  /** In the answer: the record's id. */
  idPath: string;
  /** In the answer: the record's time of change. */
  changedAtPath?: string;
}

/**
 * `x-entities` of a document: a kind of record that a sync reads from a system or writes to it (docs/openapi-documents.md,
 * "Entities"). A source needs `list`; a target needs `create` or `update`.
 */
export interface EntityDefinition {
  /** Its key in `x-entities`: `Products`. */
  name: string;
  /** As people read it: "Products". */
  title: string;
  /** In a record. */
  idPath: string;
  /** In a record: a path, or a text with paths in braces (`{FirstName} {LastName}`). */
  namePath: string;
  descriptionPath?: string;
  /** In a record: when it changed. */
  changedAtPath?: string;
  /** In a record: a flag, or a text, that says it was archived or deleted. */
  archived?: { path: string; equals: readonly string[] };
  list?: EntityList;
  /** Reads one record: `{id}`. */
  get?: EntityCall & { recordPath: string };
  /** In the order in which they are tried. */
  find: readonly EntityFind[];
  create?: EntityWrite;
  /** `{id}` is the record's id in this system. */
  update?: EntityWrite;
  /** `{id}`. Made where a flow carries deletions over. */
  archive?: EntityCall;
  /** Paths of what is written that may hold the source's id, for people to choose from (target external-id fields). */
  externalIdFields: readonly string[];
  /** Names of entities of this system whose records it refers to; their flows go first. */
  dependsOn: readonly string[];
  /** Several records at once for `find`, where the system can: the list of keys is `{keys}`, as a list or joined as a text of the system's language. */
  findMany?: EntityCall & { key: string; itemsPath?: string; equalsPath: string; most: number; joinedBy?: string; each?: string };
}
