import type { LucideIcon } from 'lucide-react';

/** The parts of the list, in their order. */
export const commandGroups = ['Workflows', 'Runs', 'Connectors', 'Actions', 'Pages', 'Guide'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** A workflow of the person's own, on which more can be done than to open it. */
export interface CommandWorkflow {
  id: string;
  name: string;
  isActive: boolean;
}

/** One line of the command menu. It leads to an address or does something. */
export interface Command {
  /** Unique in the list, the same in every list. */
  id: string;
  group: CommandGroup;
  label: string;
  /** What tells lines with the same label apart. */
  detail?: string | undefined;
  icon: LucideIcon;
  /** Words by which it is found beside its label. */
  keywords?: string | undefined;
  does: { href: string } | { run: () => Promise<void> | void };
  /** Its further actions open with the right arrow. */
  workflow?: CommandWorkflow | undefined;
}
