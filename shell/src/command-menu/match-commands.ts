import type { Command } from './command.ts';

/** Commands that have every word, in any case; labels that begin with the text come first, then labels with the words. */
export function matchCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  const ranked = commands.flatMap((command) => {
    const label = command.label.toLowerCase();
    const all = `${label} ${command.keywords ?? ''}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) return [];
    const rank = label.startsWith(wanted) ? 0 : words.every((word) => label.includes(word)) ? 1 : 2;
    return [{ rank, command }];
  });
  return ranked.toSorted((left, right) => left.rank - right.rank).map(({ command }) => command);
}

/** What can be done with a workflow by writing the verb before its name. */
export const workflowVerbs = ['run', 'activate', 'deactivate', 'runs of'] as const;
export type WorkflowVerb = (typeof workflowVerbs)[number];

/** `activate orders` as the verb and the rest; null: the text begins with no verb, or names nothing after it. */
export function readVerb(text: string): { verb: WorkflowVerb; rest: string } | null {
  const lower = text.trimStart().toLowerCase();
  // The longest first: "runs of" also begins with "run".
  const verb = workflowVerbs.toSorted((one, other) => other.length - one.length).find((one) => lower.startsWith(`${one} `));
  const rest = verb ? text.trimStart().slice(verb.length).trim() : '';
  return verb && rest ? { verb, rest } : null;
}
