import type { CursorFormat } from '../events/event-definition.ts';
import type { ChoiceSource } from './choice-source.ts';
import type { Quoting } from './placeholders.ts';

/** A call of an operation in the same document. */
export interface EntityCall {
  operation: string;
  /**
   * By path as in mappings (`query.status`, `body.product.id`). Texts may contain placeholders. A part in double brackets (`…
   * WHERE IsDeleted = false[[ AND SystemModstamp >= {cursor}]]`) is omitted if one of its placeholders has no value.
   */
  values: Readonly<Record<string, unknown>>;
  /** How a quoted value within a longer text is escaped. */
  quoting: Quoting;
}

/** How an entity's records are read, page by page, with the operation's paging. */
export interface EntityList extends EntityCall {
  /** Where the records are in the response. Absent: the list of the operation's paging, otherwise the whole response. */
  itemsPath?: string;
  /** Response statuses that mean there are no records (yet): a meeting that hasn't ended has no participants. */
  emptyStatuses?: readonly number[];
  /** Why a synced record may be missing from a later list; its item shows it. Not with `cursor`: a list of changes omits nearly all. */
  unlisted?: string;
  /** Every reading shows all records: one that two readings lack is gone. For records without `get`, in a list without `cursor`. */
  isWhole?: true;
  /** Narrows the list to changed records; the first reading omits values that name `{cursor}`. Absent: the whole list each time. */
  cursor?: {
    /** In a record. The next reading begins at the largest value, minus the overlap. */
    path: string;
    format: CursorFormat;
    overlapSeconds: number;
    /** The list is sorted by it. Only then can a reading by page numbers start over at its position (`findRestartPosition`). */
    isSorted?: true;
    /** `{cursor}` of the first reading. Absent: values that name it are then omitted. */
    first?: string;
  };
}

/** A list within a record (the lines of an order) that may be cut there. The operation lists all of it; `{id}` is the record's. */
export interface EntityInnerList extends EntityCall {
  /** Where the list is in a record. */
  path: string;
  /** In a record: true if the list has more entries than the record includes. */
  morePath: string;
}

/** How an existing record is found in a target before a new one is created. */
export interface EntityFind extends EntityCall {
  /**
   * The value to search for: a path of the record to write (`body.product.handle`, `match.sku`), available as `{key}`; or
   * `externalId`, the record's id in the source. Skipped for a record without that value.
   */
  key: string;
  /** As people read it: "handle", "e-mail". */
  title: string;
  itemsPath?: string;
  /** In a found record. Absent: the entity's `idPath`. */
  idPath?: string;
  /** In a found record: its value must equal the key, ignoring case and surrounding blanks. Absent: every found record counts. */
  equalsPath?: string;
}

/** Several searches of `find` in one call. */
export interface EntityFindMany extends EntityCall {
  /** The path of the keys, as in an item of `find`. */
  key: string;
  itemsPath?: string;
  /** In a found record. Absent: the entity's `idPath`. */
  idPath?: string;
  /** In a found record: the key that it was found by. `{externalIdField}` means the field that a person chose for the source's id. */
  equalsPath: string;
  /** The most keys in one call. */
  most: number;
  /** Joins the keys into one text. Absent: `{keys}` is a list. */
  joinedBy?: string;
  /** The form of each key in the text, as `{key}`: `'{key}'`, `sku:"{key}"`. */
  each?: string;
  /** The call always returns all records, so it names no keys. */
  readsAll?: true;
}

export interface EntityGet extends EntityCall {
  recordPath: string;
  /** In a refusal: the system no longer has the record. Absent: only the status 404 or 410 says so. */
  goneWhen?: { path: string; equals: readonly string[] };
}

/** Reads several records by id in one call, where `get` reads one. */
export interface EntityGetMany extends EntityCall {
  itemsPath?: string;
  /** The most ids in one call. */
  most: number;
  /** Joins the ids into one text. Absent: `{keys}` is a list. */
  joinedBy?: string;
  /** The form of each id in the text or list, as `{key}`: `'{key}'`, `{ id: '{key}' }`. */
  each?: string | Readonly<Record<string, unknown>>;
}

export interface EntityNextCall extends EntityCall {
  /**
   * In the record as `get` reads it: what shows that the call was made. It lets an interrupted creation be finished later, and
   * keeps a call from being repeated when its response was lost. Without `equals`, any non-empty value counts.
   */
  doneWhen?: { path: string; equals?: readonly string[] };
}

export interface EntityBefore extends EntityCall {
  /** Shown if the response lacks a value that the write names. May contain `{write.<path>}`. */
  message: string;
}

/**
 * For a target that sells at its own prices: the call looks them up by `{keys}`, and the amounts sold and paid are balanced
 * before the write. Paths below `entries` and `rest.list` are relative to an entry. Skipped if a text of `filler` or `rest` has
 * no value.
 */
export interface EntityBalance extends EntityCall {
  /** The products in the response. Absent: its list. */
  itemsPath?: string;
  /** In a product: the key by which an entry names it. */
  equalsPath: string;
  pricePath: string;
  /** The list of sold entries: `body.Items`. */
  entries: string;
  key: string;
  quantity: string;
  /** The path in the written record that has the total of the source's record. */
  total: string;
  /** The product that fills the gap to the total, in as many pieces as needed. */
  filler: { key: string; values: Readonly<Record<string, unknown>> };
  /** An additional entry of this list pays what the products cost beyond the total. */
  rest: { list: string; amount: string; values: Readonly<Record<string, unknown>> };
}

export interface EntityWrite extends EntityCall {
  /** In the response: the record's id. Absent in an update, where it's known. */
  idPath?: string;
  /** The response header whose last path segment is the id (`location`), instead of `idPath`. */
  idHeader?: string;
  /** In the response: when the record changed. */
  changedAtPath?: string;
  /** Where this operation accepts values for another path: `{ 'body.input': 'body.product' }`, the longest path first. Null: nowhere. */
  moves?: Readonly<Record<string, string | null>>;
  /** Looks something up first (a currency's id). Its response is `{before.<path>}`. Skipped if a value that it needs isn't mapped. */
  before?: EntityBefore;
  balance?: EntityBalance;
  /** Calls that follow (an order is paid). `{answer.<path>}`: the first response; `{write.<path>}`: mapped values; `{id}`: the record's. */
  next?: readonly EntityNextCall[];
  /** Reads the record with `get` before writing it. Its fields are `{current.<path>}`. */
  readFirst?: boolean;
  /** Values for a write that has none at `path`, such as the status of a product without a price. */
  valuesWithout?: { path: string; values: Readonly<Record<string, unknown>> };
  /** Values of one list's entries that another list repeats: maps paths with `[]` to paths with `[]`. */
  copies?: Readonly<Record<string, string>>;
  /** In an update with `readFirst`: matches the entries of a list to those of the existing record. */
  entries?: EntityEntries;
  /** Only ids with these prefixes are written. A record with another id isn't changed, and the item says `otherwise`. */
  onlyIds?: { startWith: readonly string[]; otherwise: string };
}

/** A list whose entries have ids in the target. Each entry is compared with those of the existing record. */
export interface EntityEntries {
  /** The list in this operation's request: `body.variants`. */
  path: string;
  /** In the existing record: `variants.nodes`. */
  current: string;
  /** What identifies an entry, in the order tried: its path in an entry of each list. */
  by: readonly { path: string; current: string }[];
  /** Path of the id in an entry. */
  id: string;
  /** A field that keeps its existing value, sent with every entry that has a value at `with`. */
  keeps?: { path: string; current: string; with: string };
  /** Where new entries are sent, and the flag that says there are some. */
  added: { path: string; flag: string };
}

/** Writes several records in one call, each as its single write would send it, so mappings stay the same. `values` are the call's. */
export interface EntityWriteMany extends EntityCall {
  entries: {
    /** The list of records: `body.records`. */
    at: string;
    /** The part of the single write's request that becomes an entry: `body`, `body.Contacts[0]`. */
    from: string;
    /** Where that part is in an entry. Absent: it's the whole entry. */
    to?: string;
    /** Fixed values of each entry, by path in it (`attributes.type`). Texts may contain placeholders of the record. */
    values: Readonly<Record<string, unknown>>;
  };
  /** The most records in one call. */
  most: number;
  /** How the response reports on each record. The paths below `itemsPath` are relative to a result. */
  answers: {
    /** The list with a result for each entry. The empty text means the whole response. */
    itemsPath: string;
    idPath?: string;
    changedAtPath?: string;
    /** What shows that the record wasn't written. Without `equals`, any non-empty value counts. */
    failed?: { path: string; equals?: readonly string[] };
    /** Why it wasn't written. Absent: the message is searched for. */
    messagePath?: string;
    /** A value that an entry and its result (`answer`) share; may name a parameter. Absent: results are in the order of the entries. */
    matchedBy?: { entry: string; answer: string };
  };
}

/** A question to the person who sets up a flow. Their choice is `{parameter.<name>}` in the entity's calls. */
export interface EntityParameter {
  name: string;
  title: string;
  description?: string;
  isRequired: boolean;
  /** The side of a flow that asks it. Absent: both. */
  role?: 'source' | 'target';
  choices?: ChoiceSource;
}

/** A mapped value for finding a record, with the path `match.<name>`. It's sent only if a write's `moves` has a path for it. */
export interface EntityMatchField {
  name: string;
  title: string;
  description?: string;
  isRequired: boolean;
}

/** The id of a record of another entity in the same system: a path in a record or, with `body…`, in the written record. */
export interface EntityReference {
  path: string;
  entity: string;
  /** In the written record: ids with these prefixes go to another path (`{ '003': body.ContactId }`). */
  pathsByPrefix?: Readonly<Record<string, string>>;
}

/**
 * A kind of record that a sync reads from or writes to a system, from a document's `x-entities` (docs/openapi-documents.md,
 * "Entities"). A source needs `list`; a target needs `create` or `update`.
 */
export interface EntityDefinition {
  /** Its key in `x-entities`: `Products`. */
  name: string;
  /** As people read it: "Products". */
  title: string;
  /** In a record. */
  idPath: string;
  /** Why a record without an id is skipped. Absent: it's an error. */
  withoutId?: string;
  /** In a record: a path, or a text with paths in braces (`{FirstName} {LastName}`). */
  namePath: string;
  descriptionPath?: string;
  changedAtPath?: string;
  /** In a record: a flag or text that says it was archived or deleted. */
  archived?: { path: string; equals: readonly string[] };
  /** Records omit empty fields. Absent: a missing field says nothing about its value. */
  omitsEmpty?: true;
  parameters: readonly EntityParameter[];
  matchFields: readonly EntityMatchField[];
  list?: EntityList;
  /** Lists within a record that may be longer than what the record includes. */
  innerLists?: readonly EntityInnerList[];
  /** Reads the record with the id `{id}`. */
  get?: EntityGet;
  /** Reads the records with the ids `{keys}`. */
  getMany?: EntityGetMany;
  /** How long after a creation searches may miss the record. Absent: Portage's own guess. */
  consistentAfterSeconds?: number;
  /** Ways to search for a record. All that find a record must find the same one. */
  find: readonly EntityFind[];
  /** One for each key that can be looked up for several records at once. A single one needs no list. */
  findMany?: EntityFindMany | readonly EntityFindMany[];
  create?: EntityWrite;
  /** `{id}` is the record's id in this system. */
  update?: EntityWrite;
  createMany?: EntityWriteMany;
  updateMany?: EntityWriteMany;
  /** `{id}`. Called if a flow propagates deletions, and for a record that lost its price. */
  archive?: EntityWrite;
  /** `{id}`. Brings back a record that a sync archived, after its update. */
  restore?: EntityWrite;
  /**
   * The price's path in a written record that is for sale. A record without an amount there is skipped, or archived if it was
   * written before. For `body.variants[].price`, only the entries without an amount are omitted.
   */
  pricePath?: string;
  /** Paths in a written record that may hold the source's id, for people to choose from (target external-id fields). */
  externalIdFields: readonly string[];
  /** Entities of this system whose records it refers to. Their flows run first. */
  dependsOn: readonly string[];
  references: readonly EntityReference[];
}
