/** The shell's name in the federation runtime. */
export const SHELL_NAME = 'portage_shell';

/** A copy of a shared package that an area uses. */
export interface SharedCopy {
  package: string;
  version: string;
  from: 'shell' | 'area';
}

/** The part of the runtime's record that says who offers a copy, and who uses it. */
type ShareScopes = Record<string, Record<string, Record<string, { from: string; useIn?: readonly string[] }>>>;

/** The copies that a remote uses, as the federation runtime chose them; of `react` and `react/jsx-runtime`, only the package. */
export function listShared(scopes: ShareScopes, remoteName: string): SharedCopy[] {
  const copies = new Map<string, SharedCopy>();
  for (const [module, versions] of Object.values(scopes).flatMap(Object.entries<ShareScopes[string][string]>)) {
    for (const [version, { from, useIn = [] }] of Object.entries(versions)) {
      const name = /^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module;
      if (useIn.includes(remoteName)) copies.set(name, { package: name, version, from: from === SHELL_NAME ? 'shell' : 'area' });
    }
  }
  return [...copies.values()].sort((one, other) => (one.package < other.package ? -1 : 1));
}
