/** One change of a document: the new content of a place. */
export interface DocumentEdit {
  /** Names that lead from the document to the place; those that are not there are made. */
  path: readonly string[];
  /** Undefined: the place becomes empty. */
  value: unknown;
}

/** A value with the objects around it that lead to it by these names. */
export function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
