/** Packages that the page holds one copy of, in another version than the area was built for. */
export interface SharedMismatch {
  name: string;
  /** As the area's manifest says it: `^20.0.0`. */
  wanted: string;
  /** The version in the page; null if the page has no such package. */
  present: string | null;
}

export type AreaProblemKind =
  /** A file is not the one that was deployed. */
  | 'changed'
  /** Built for other shared packages than this page holds. */
  | 'mismatch';

/** An area that was found and must not run, with the sentence that says why. */
export class AreaProblem extends Error {
  override readonly name = 'AreaProblem';
  readonly kind: AreaProblemKind;

  constructor(kind: AreaProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
