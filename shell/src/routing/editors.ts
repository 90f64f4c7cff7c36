/** Pages where people work on one item for long; everything below the address belongs to it (steps, tabs). */
const EDITORS: readonly RegExp[] = [
  /^\/workflows\/(?!add(?:$|[/-]))[^/]+/,
  /^\/admin\/connectorTypes\/(?:add|[^/]+)/,
  /^\/connectors\/[^/]+/,
  /^\/playbook-wizards\/[^/]+/,
];

/** The editor that is open at a path, by its own address; null if none is. */
export function editorAt(path: string): string | null {
  for (const editor of EDITORS) {
    const [address] = editor.exec(path) ?? [];
    if (address) return address;
  }
  return null;
}
