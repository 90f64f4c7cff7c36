/** A name for a file: lower-case letters, digits and dashes. @param otherwise for a name without any */
export function slugify(name: string, otherwise: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 80) || otherwise;
}
