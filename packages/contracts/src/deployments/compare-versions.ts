/** A version of an area or Worker, as far as two of them are compared. */
export interface ComparedVersion {
  sizeBrotliBytes: number;
  contractVersion: string | null;
  shared: Readonly<Record<string, string>>;
  files: readonly { path: string; sha256: string }[];
  source?: VersionSource | null | undefined;
}

export interface VersionSource {
  commit: string;
  branch: string | null;
  isDirty: boolean;
}

/** `a1b2c3d of main, with uncommitted changes` */
export function describeSource({ commit, branch, isDirty }: VersionSource): string {
  return `${commit.slice(0, 7)}${branch ? ` of ${branch}` : ''}${isDirty ? ', with uncommitted changes' : ''}`;
}

/** What differs between two versions, as short lines for a person: commit, size, contract, shared packages, files. */
export function compareVersions(from: ComparedVersion, to: ComparedVersion): string[] {
  const packages = [...new Set([...Object.keys(from.shared), ...Object.keys(to.shared)])].sort();
  const commits = [from, to].map(({ source }) => (source ? describeSource(source) : null));
  return [
    ...change('Commit', commits[0], commits[1]),
    ...change('Size', formatKilobytes(from.sizeBrotliBytes), formatKilobytes(to.sizeBrotliBytes)),
    ...change('Contract', from.contractVersion, to.contractVersion),
    ...packages.flatMap((name) => change(name, from.shared[name], to.shared[name])),
    ...compareFiles(from.files, to.files),
  ];
}

/** `86.4 KB`: 1 KB is 1,000 bytes. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

function change(name: string, from: string | null | undefined, to: string | null | undefined): string[] {
  return from === to ? [] : [`${name}: ${from ?? 'none'} → ${to ?? 'none'}`];
}

function compareFiles(from: ComparedVersion['files'], to: ComparedVersion['files']): string[] {
  const [before, after] = [plainHashes(from), plainHashes(to)];
  const count = (paths: Iterable<string>, matches: (path: string) => boolean) => [...paths].filter(matches).length;
  const counts = [
    [count(after.keys(), (path) => !before.has(path)), 'added'],
    [count(before.keys(), (path) => !after.has(path)), 'removed'],
    [count(after.keys(), (path) => before.has(path) && before.get(path) !== after.get(path)), 'changed'],
  ] as const;
  const text = counts.flatMap(([files, what]) => (files > 0 ? [`${files} ${what}`] : [])).join(', ');
  return text ? [`Files: ${text}`] : [];
}

/** Without compressed forms. */
function plainHashes(files: ComparedVersion['files']): Map<string, string> {
  return new Map(files.filter(({ path }) => !path.endsWith('.br')).map(({ path, sha256 }) => [path, sha256]));
}
