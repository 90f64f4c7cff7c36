export interface DocumentEdit {
  /** Names that lead from the document to the value. Missing objects are created. */
  path: readonly string[];
  /** Undefined removes it. */
  value: unknown;
}

/** Wraps a value in objects with these names. */
export function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
