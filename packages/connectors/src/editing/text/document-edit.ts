/** One change of a document: what stands at a place afterwards. */
export interface DocumentEdit {
  /** Names that lead from the document to the place; those that are not there are made. */
  path: readonly string[];
  /** Undefined: nothing stands there any more. */
  value: unknown;
}

/** A value with the objects around it that lead to it by these names. */
export function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
