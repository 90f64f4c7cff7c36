const BEST_FIRST = [/^application\/json\b/i, /[/+]json\b/i, /x-www-form-urlencoded/i, /multipart\/form-data/i];

/** The rank of a content type if a body may have several. The lowest is the one to send. */
export function contentRank(type: string): number {
  const found = BEST_FIRST.findIndex((pattern) => pattern.test(type));
  return found === -1 ? BEST_FIRST.length : found;
}
