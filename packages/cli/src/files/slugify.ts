/** Windows has devices with these names. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** A name for a file: lower-case letters, digits and dashes. @param otherwise for a name without any, and after a reserved one */
export function slugify(name: string, otherwise: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-').slice(0, 80) || otherwise;
  return RESERVED.test(slug) ? `${slug}-${otherwise}` : slug;
}
