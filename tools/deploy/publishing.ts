/** What is told of a change that counts and that browsers do not see yet; nothing where they do. */
export function publishing({ isPublished }: { isPublished: boolean }): string {
  return isPublished ? '' : '  The registry cannot be written right now: browsers get it as soon as that is over.';
}
