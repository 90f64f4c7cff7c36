/** A query that a system can't run; the message is the system's own. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery';
}
