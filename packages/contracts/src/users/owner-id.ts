declare const person: unique symbol;

/** The id of the person whose rows these are: no other text compiles where a statement needs one. Read from a row, or made by `toOwnerId`. */
export type OwnerId = string & { readonly [person]: true };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isOwnerId(id: string): id is OwnerId {
  return UUID.test(id);
}

/** @throws Error if it isn't a UUID */
export function toOwnerId(id: string): OwnerId {
  if (!isOwnerId(id)) throw new Error(`“${id}” is no person’s id`);
  return id;
}
