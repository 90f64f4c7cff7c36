import type { ChoiceSource } from '../choices/choice-source.ts';
import type { Quoting } from '../choices/placeholders.ts';
import type { CursorFormat } from '../events/event-definition.ts';

/** A call of an operation of the same document. */
export interface EntityCall {
  /** Its id. */
  operation: string;
  /**
   * By path as in mappings (`query.status`, `body.product.id`); texts may hold placeholders. A part in double brackets
   * (`… WHERE IsDeleted = false[[ AND SystemModstamp >= {cursor}]]`) is left out where one of its placeholders has no value.
   */
  values: Readonly<Record<string, unknown>>;
  /** How a value within a longer text stays inside of its quotes. */
  quoting: Quoting;
}

/** How the records of an entity are read, page by page, by the operation's paging. */
export interface EntityList extends EntityCall {
  /** Where the records stand in the answer; absent: the list of the operation's paging, else the answer itself. */
  itemsPath?: string;
  /** Statuses of an answer that mean that there are no records (yet): a meeting that has not ended has no participants. */
  emptyStatuses?: readonly number[];
  /**
   * Why a record that was carried may be missing from a later list, as people read it. With it, the item of such a record says so. Only
   * for a list without `cursor`: one that shows changes leaves out nearly everything.
   */
  unlisted?: string;
  /**
   * How the list is narrowed to what changed: values that name `{cursor}` are left out of the first reading. Absent: every
   * reading goes through the whole list.
   */
  cursor?: {
    /** In a record. The largest value is where the next reading begins, less the overlap. */
    path: string;
    format: CursorFormat;
    overlapSeconds: number;
    /** The list comes in this order. Only then can a reading by numbered pages start over where it is (`placeToStartOver`). */
    isSorted?: true;
    /** `{cursor}` of the first reading; absent: values that name it are left out then. */
    first?: string;
  };
}

/**
 * A list within a record, such as the lines of an order: a record comes with a part of it, and the operation lists the whole, page by
 * page. `{id}` is the record's.
 */
export interface EntityInnerList extends EntityCall {
  /** Of the list in a record. */
  path: string;
  /** In a record: true where it has more entries than came with it. */
  morePath: string;
}

/** How one record is found in a target before another is made. */
export interface EntityFind extends EntityCall {
  /**
   * The value that is looked for: a path of what would be written (`body.product.handle`, `match.sku`), available as `{key}`; or
   * `externalId`, the record's id in the source. A record without a value there is not looked for this way.
   */
  key: string;
  /** As people read it: "handle", "e-mail". */
  title: string;
  itemsPath?: string;
  /** In a found record; absent: the entity's `idPath`. */
  idPath?: string;
  /** In a found record: its value must equal the key, letter case and blanks around it aside. Absent: what is found counts. */
  equalsPath?: string;
}

/** Several records in one call of `find`. */
export interface EntityFindMany extends EntityCall {
  /** The path of the keys, as in one of `find`. */
  key: string;
  itemsPath?: string;
  /** In a found record; absent: the entity's `idPath`. */
  idPath?: string;
  /** In a found record: the key that it was found by. `{externalIdField}` stands for the field that a person chose for the source's id. */
  equalsPath: string;
  /** Keys of one call. */
  most: number;
  /** The keys become one text with this between them; absent: `{keys}` is a list. */
  joinedBy?: string;
  /** Each key in the text, as `{key}`: `'{key}'`, `sku:"{key}"`. */
  each?: string;
  /** The call answers with all records, whatever is looked for, so it names no keys. */
  readsAll?: true;
}

/** Several records read by their ids with one call, as `get` reads one of them. */
export interface EntityGetMany extends EntityCall {
  itemsPath?: string;
  /** Ids of one call. */
  most: number;
  /** The ids become one text with this between them; absent: `{keys}` is a list. */
  joinedBy?: string;
  /** Each id in the text or list, as `{key}`: `'{key}'`, `{ id: '{key}' }`. */
  each?: string | Readonly<Record<string, unknown>>;
}

/** A call that follows a creation. */
export interface EntityNextCall extends EntityCall {
  /**
   * In the record as `get` reads it: what says that the call was made. With it a creation that broke off is finished later, and a call
   * whose answer was lost is not made twice. Without `equals` any value but an empty one does.
   */
  doneWhen?: { path: string; equals?: readonly string[] };
}

/** A call that looks something up before a record is written. */
export interface EntityBefore extends EntityCall {
  /** Said where the answer lacks a value that the write names; may hold `{write.<path>}`. */
  message: string;
}

/**
 * A target that sells at its own prices: the call looks them up by `{keys}`, and what is sold and what is paid are made equal before the
 * write. Paths below `entries` and `rest.list` are those of one entry. Not done where a text of `filler` or `rest` has no value.
 */
export interface EntityBalance extends EntityCall {
  /** The products of the answer; absent: its list. */
  itemsPath?: string;
  /** In a product: the key that an entry names it by. */
  equalsPath: string;
  /** In a product. */
  pricePath: string;
  /** The list of what is sold: `body.Items`. */
  entries: string;
  key: string;
  quantity: string;
  /** What is written there is what the source's record comes to. */
  total: string;
  /** The product that is sold in as many pieces as are missing to the total. */
  filler: { key: string; values: Readonly<Record<string, unknown>> };
  /** A further entry of this list pays what the products cost above the total. */
  rest: { list: string; amount: string; values: Readonly<Record<string, unknown>> };
}

/** How a record is written. */
export interface EntityWrite extends EntityCall {
  /** In the answer: the record's id. Absent in an update: it is known. */
  idPath?: string;
  /** The header of the answer whose last part of the path is the id (`location`); instead of `idPath`. */
  idHeader?: string;
  /** In the answer: the record's time of change. */
  changedAtPath?: string;
  /**
   * Where this operation takes what mappings give for another path: `{ 'body.input': 'body.product' }`; the longest path wins. Null:
   * it is not written by this operation.
   */
  moves?: Readonly<Record<string, string | null>>;
  /**
   * Looks something up first (the id of a currency); its answer is `{before.<path>}`. It is not made where a value that it needs is not
   * mapped.
   */
  before?: EntityBefore;
  balance?: EntityBalance;
  /**
   * Calls that follow (an order is paid, then placed); the answer of the first is `{answer.<path>}`, what was mapped `{write.<path>}`, the
   * record's id `{id}`.
   */
  next?: readonly EntityNextCall[];
  /** The record is read by `get` before it is written; its fields are `{current.<path>}`. */
  readFirst?: boolean;
  /** Values of what is written without a value at `path`, such as the status of a product without a price. */
  valuesWithout?: { path: string; values: Readonly<Record<string, unknown>> };
  /** Values of the entries of one list that another list names, too: paths with `[]` by such paths. */
  copies?: Readonly<Record<string, string>>;
  /** In an update with `readFirst`: the entries of a list belong to those of the record that is there. */
  entries?: EntityEntries;
  /** Ids that begin so are written; a record with another id stays as it is, and the item says `otherwise`. */
  onlyIds?: { startWith: readonly string[]; otherwise: string };
}

/** A list whose entries have ids in the target: each is compared with those of the record as it is. */
export interface EntityEntries {
  /** The list as this operation takes it: `body.variants`. */
  path: string;
  /** In the record that is there: `variants.nodes`. */
  current: string;
  /** What tells an entry, in the order in which it is tried: its path in an entry of each list. */
  by: readonly { path: string; current: string }[];
  /** Path of the id in an entry. */
  id: string;
  /** A field that is sent as it is there, with an entry that has a value at `with`. */
  keeps?: { path: string; current: string; with: string };
  /** Where entries that aren't there yet are sent, and the flag that says there are some. */
  added: { path: string; flag: string };
}

/**
 * Several records written with one call. What one record sends is what its single write sends, so mappings and fields know nothing of it.
 * `values` are the fixed part of the call.
 */
export interface EntityWriteMany extends EntityCall {
  /** How the records stand in the call. */
  entries: {
    /** The list of them: `body.records`. */
    at: string;
    /** The part of the single write's request that is one entry: `body`, `body.Contacts[0]`. */
    from: string;
    /** Where in an entry that part stands; absent: it is the entry. */
    to?: string;
    /** Fixed values of each entry, by path in it (`attributes.type`); texts may hold placeholders of the record. */
    values: Readonly<Record<string, unknown>>;
  };
  /** Records of one call. */
  most: number;
  /** How the answer speaks of each record. */
  answers: {
    /** The list that has an answer for each entry; the empty text is the answer itself. */
    itemsPath: string;
    /** In one of them: the record's id. */
    idPath?: string;
    /** In one of them: the record's time of change. */
    changedAtPath?: string;
    /** In one of them: what says that its record was not written. Without `equals` anything but an empty value does. */
    failed?: { path: string; equals?: readonly string[] };
    /** In one of them: why; absent: the message is looked for. */
    messagePath?: string;
    /**
     * A value that an entry (`entry`) and its answer (`answer`) share, paths that may name a parameter of the entity; absent: answers come in
     * the order of the entries.
     */
    matchedBy?: { entry: string; answer: string };
  };
}

/** A question to the person who sets a flow up. The answer is `{parameter.<name>}` in the calls of the entity. */
export interface EntityParameter {
  name: string;
  title: string;
  description?: string;
  isRequired: boolean;
  /** The side of a flow that asks it; absent: both. */
  role?: 'source' | 'target';
  choices?: ChoiceSource;
}

/** A value that mappings give for finding a record; its path is `match.<name>`. It is sent only where a write's `moves` has a place for it. */
export interface EntityMatchField {
  name: string;
  title: string;
  description?: string;
  isRequired: boolean;
}

/** An id of a record of another entity of the same system: in a record, or (`body…`) in what is written. */
export interface EntityReference {
  path: string;
  entity: string;
  /** Of what is written: ids that begin so stand at another path (`{ '003': body.ContactId }`). */
  pathsByPrefix?: Readonly<Record<string, string>>;
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
  /** Why a record without an id is left out; absent: it is an error. */
  withoutId?: string;
  /** In a record: a path, or a text with paths in braces (`{FirstName} {LastName}`). */
  namePath: string;
  descriptionPath?: string;
  /** In a record: when it changed. */
  changedAtPath?: string;
  /** In a record: a flag, or a text, that says it was archived or deleted. */
  archived?: { path: string; equals: readonly string[] };
  /** Records lack the fields that are empty. Absent: a record that lacks a field says nothing of it. */
  omitsEmpty?: true;
  parameters: readonly EntityParameter[];
  matchFields: readonly EntityMatchField[];
  list?: EntityList;
  /** Lists within a record that may be longer than what comes with it. */
  innerLists?: readonly EntityInnerList[];
  /** Reads one record: `{id}`. */
  get?: EntityCall & { recordPath: string };
  /** Reads several records: `{keys}` are their ids. */
  getMany?: EntityGetMany;
  /** How long after a creation searches may miss the record; absent: Portage's own guess. */
  consistentAfterSeconds?: number;
  /** By each of them a record is looked for: all that find something must find the same. */
  find: readonly EntityFind[];
  /** One for each key that can be looked up for several records at once; a single one may stand alone. */
  findMany?: EntityFindMany | readonly EntityFindMany[];
  create?: EntityWrite;
  /** `{id}` is the record's id in this system. */
  update?: EntityWrite;
  /** `create` and `update` of several records at once. */
  createMany?: EntityWriteMany;
  updateMany?: EntityWriteMany;
  /** `{id}`. Made where a flow carries deletions over, and for a record that lost its price. */
  archive?: EntityWrite;
  /** `{id}`. Brings back a record that a sync archived, after its update. */
  restore?: EntityWrite;
  /**
   * Where the price of a record that is offered for sale is written. A record without an amount there is left out, and archived if it was
   * written before; of `body.variants[].price`, the entries without one are left out.
   */
  pricePath?: string;
  /** Paths of what is written that may hold the source's id, for people to choose from (target external-id fields). */
  externalIdFields: readonly string[];
  /** Names of entities of this system whose records it refers to; their flows go first. */
  dependsOn: readonly string[];
  /** Ids of records of those entities. */
  references: readonly EntityReference[];
}
