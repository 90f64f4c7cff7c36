/** A page with a chunk of its own. */
export function Later() {
  return <p data-testid="later">later page</p>;
}
