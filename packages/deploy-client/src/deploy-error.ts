/** Stops a deploy command: one sentence says what is wrong, one what to do. The command prints nothing else. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
  /** The status of the server's answer; 0 if it did not answer; undefined if the problem is not an answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
