/** What stops a deploy command: a sentence on what is wrong and one on what to do. Nothing else is printed for it. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
  /** What the server answered; 0: it did not; undefined: it was not about an answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
