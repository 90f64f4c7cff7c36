export interface SourceFile {
  /** From the repository's root. */
  path: string;
  text: string;
}

/** What a file imports, types included; formatted code has each on a line with `from '…'` or `import('…')`. */
export function listImports({ text }: Pick<SourceFile, 'text'>): string[] {
  return [...text.matchAll(/^(?! ?\*|\s*\/[/*]).*?(?:\bfrom |\bimport(?: |\())'([^']+)'/gm)].map(([, specifier = '']) => specifier);
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)(test|testing)\//.test(path);
}

/** `edge-api`, `packages/ui`; empty for a file at the root. */
export function getWorkspace(path: string): string {
  return /^(packages\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? '';
}
