/** A problem of a template: its path in `playbook.yaml`, and what to do. */
export interface TemplateProblem {
  /** `workflows[0].from.connector`; empty: the text as a whole. */
  path: string;
  message: string;
}

export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
