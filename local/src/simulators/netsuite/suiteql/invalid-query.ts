/** NetSuite's message for a query that it can't run. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery';
}
