import type { Command } from './command.ts';

/** Commands that contain every word, in any case; labels that start with the text come first, then labels with the words. */
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

/** Actions on a workflow that can be typed as a verb before its name. */
export const workflowVerbs = ['run', 'activate', 'deactivate', 'runs of', 'settings of', 'alerts of'] as const;
export type WorkflowVerb = (typeof workflowVerbs)[number];

/** Splits `activate orders` into the verb and the rest; null if the text starts with no verb, or nothing follows it. */
export function readVerb(text: string): { verb: WorkflowVerb; rest: string } | null {
  const lower = text.trimStart().toLowerCase();
  // Longest first: "runs of" also starts with "run".
  const verb = workflowVerbs.toSorted((one, other) => other.length - one.length).find((one) => lower.startsWith(`${one} `));
  const rest = verb ? text.trimStart().slice(verb.length).trim() : '';
  return verb && rest ? { verb, rest } : null;
}
