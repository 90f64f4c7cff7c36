/** The packages that an area needs from the page (`react: ^19.0.0`), or those that the shell provides (`react: 19.3.1`). */
export type SharedVersions = Readonly<Record<string, string>>;

/**
 * Packages that an area needs and the shell lacks, as sentences. Ranges are `^1.2.3` or exact: areas are built with no others.
 *
 * @param who begins the sentences
 */
export function sharedMismatches(asked: SharedVersions, provided: SharedVersions, who = 'It'): string[] {
  return Object.entries(asked).flatMap(([name, range]) => {
    const version = Object.hasOwn(provided, name) ? provided[name] : undefined;
    if (version === undefined) return [`${who} asks for ${name} ${range}, which the shell does not share.`];
    return fitsRange(version, range) ? [] : [`${who} asks for ${name} ${range}, and the shell shares ${name} ${version}.`];
  });
}

/** The deploy check and the browser both use this function, so whatever could be deployed can be loaded. */
export function fitsRange(version: string, range: string): boolean {
  const [have, want] = [parseVersionParts(version), parseVersionParts(range.replace(/^\^/, ''))];
  if (!have || !want) return false;
  if (!range.startsWith('^')) return have.every((part, index) => part === want[index]);
  // The first part that isn't 0 must be the same, and the rest at least as new.
  const fixed = want.findIndex((part) => part !== 0);
  for (let index = 0; index < want.length; index += 1) {
    const difference = (have[index] ?? 0) - (want[index] ?? 0);
    if (difference !== 0) return difference > 0 && index > (fixed === -1 ? 2 : fixed);
  }
  return true;
}

function parseVersionParts(version: string): number[] | null {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:\+[\w.-]+)?$/.exec(version);
  return match ? match.slice(1).map(Number) : null;
}
