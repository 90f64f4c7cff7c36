/** Stops a deploy command: one sentence says what is wrong, one what to do. The command prints nothing else. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
  /** The status of the server's response; 0 if it didn't respond; undefined if the problem isn't a response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
