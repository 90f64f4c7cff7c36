/** A page with its own chunk. */
export function Later() {
  return <p data-testid="later">later page</p>;
}
