/** The meaning of the pinned engine's one-letter imports, read from its own loader. */
const importNames: Readonly<Record<string, string>> = {
  b: 'assertFailed',
  c: 'fdWrite',
  d: 'fdClose',
  e: 'environGet',
  f: 'environSizesGet',
  g: 'normalizeModule',
  h: 'loadModule',
  i: 'shouldInterrupt',
  j: 'setTimer',
  k: 'resizeHeap',
  l: 'keepaliveClear',
  m: 'localTime',
  n: 'timeZone',
  o: 'fdSeek',
  p: 'dateNow',
  q: 'abort',
  r: 'exit',
  s: 'callFunction',
  t: 'freeHostRef',
};

const loaderExportNames: Readonly<Record<string, string>> = {
  u: 'initialize',
  La: 'timeout',
  Ma: 'stackRestore',
  Na: 'stackAlloc',
  Oa: 'stackCurrent',
};

export function importName(short: string): string {
  const name = importNames[short];
  if (name === undefined) throw new Error(`The engine asks for an import without a known name: ${short}.`);
  return name;
}

/** Reads the names of the engine's exports from its loader, which maps each to a letter. */
export function readExportNames(loader: string): (short: string) => string {
  const names = new Map(Object.entries(loaderExportNames));
  for (const [, long, short] of loader.matchAll(/c\._(\w+)=\s*b\.([\w$]+)/g)) {
    if (long !== undefined && short !== undefined) names.set(short, long);
  }
  return (short) => {
    const name = names.get(short);
    if (name === undefined) throw new Error(`The engine has an export that its loader does not name: ${short}.`);
    return name;
  };
}
