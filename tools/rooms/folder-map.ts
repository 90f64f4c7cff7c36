/**
 * The folders that a README's map lists, from the top down: `a`, `a/b` for a folder in it. The map is the first code block
 * with a line such as `webhooks/, look-ups/  calls from outside`; two more spaces before it put it in the folder above.
 *
 * @returns null if there is no map
 */
export function readFolderMap(readme: string): string[] | null {
  const blocks = [...readme.matchAll(/```\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const map = blocks.find((block) => /^[\w/-]+\/(,|\s)/m.test(block));
  if (map === undefined) return null;
  let parent = '';
  return map.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^((?: {2})?)(\S+(?:, \S+)*)(?:\s{2}|$)/.exec(line) ?? [];
    const folders = names.split(', ').flatMap((name) => (/^[\w/-]+\/$/.test(name) ? [name.slice(0, -1).replace(/^src\//, '')] : []));
    if (indent !== '') return folders.map((folder) => `${parent}/${folder}`);
    parent = folders.at(-1) ?? parent;
    return folders;
  });
}
