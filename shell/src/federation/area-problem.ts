/** Packages that the page shares, in a different version from the one the area was built for. */
export interface SharedMismatch {
  name: string;
  /** The range in the area's manifest: `^20.0.0`. */
  wanted: string;
  /** The version in the page; null if the page doesn't have the package. */
  present: string | null;
}

export type AreaProblemKind =
  /** A file isn't the deployed one. */
  | 'changed'
  /** Built for other shared packages than this page has. */
  | 'mismatch'
  /** Its `bootstrap` or `mount` doesn't end. */
  | 'hung';

/** @returns whether an area was refused, by the shell or by its own kit (packages/area-kit/src/host/require-host.ts) */
export function isAreaProblem(error: unknown): error is AreaProblem {
  return error instanceof Error && error.name === 'AreaProblem';
}

/** An area whose files were found and that doesn't run, with the reason in a sentence. */
export class AreaProblem extends Error {
  override readonly name = 'AreaProblem';
  readonly kind: AreaProblemKind;

  constructor(kind: AreaProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
