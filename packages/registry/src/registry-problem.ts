export type RegistryProblemCode =
  /** The change was requested for a state that is no longer the current one. */
  'revision-conflict' | 'already-live' | 'no-previous-version' | 'previous-is-bad' | 'no-live-version' | 'no-canary' | 'invalid-percent';

/** A change of deployments that can't be made; the message is a sentence for the person who requested it. */
export class RegistryProblem extends Error {
  override readonly name = 'RegistryProblem';
  readonly code: RegistryProblemCode;

  constructor(code: RegistryProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}
