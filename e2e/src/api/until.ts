/**
 * Looks again and again until there is something. For what also runs outside Vitest, such as the crash harness; tests use `expect.poll`.
 * @param look returns null as long as there is nothing
 * @throws with the text of `describeProblem` if that takes longer than `timeoutMs`
 */
export async function until<Found>(
  look: () => Promise<Found | null>,
  describeProblem: () => string,
  { timeoutMs = 60_000, pauseMs = 100 } = {},
): Promise<Found> {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > endMs) throw new Error(describeProblem());
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
