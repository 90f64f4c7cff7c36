import type { LucideIcon } from 'lucide-react';

/** In the order of the list. Runs carry all kinds of words, so they come after what the words name. */
export const commandGroups = ['Workflows', 'Connectors', 'This page', 'Actions', 'Pages', 'Runs', 'Guide'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** A person's own workflow, which has more actions than opening it. */
export interface CommandWorkflow {
  id: string;
  name: string;
  isActive: boolean;
}

/** One line of the command menu. It opens an address or does something. */
export interface Command {
  /** Unique in the list, and the same in every list. */
  id: string;
  group: CommandGroup;
  label: string;
  /** Distinguishes lines with the same label. */
  detail?: string | undefined;
  icon: LucideIcon;
  /** Words that find the command, besides its label. */
  keywords?: string | undefined;
  does: { href: string } | { run: () => Promise<void> | void };
  /** The right arrow opens its other actions. */
  workflow?: CommandWorkflow | undefined;
}
