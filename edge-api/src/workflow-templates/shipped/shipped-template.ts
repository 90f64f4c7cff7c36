import type { WorkflowStep } from '@portage/workflow';

/** A built-in template: a file in this folder. */
export interface ShippedTemplate {
  id: string;
  name: string;
  description: string;
  /** Connectors only by type: `system-slack`, as packages/connectors/system names them. */
  steps: WorkflowStep[];
  /**
   * Values that only the person who uses the template knows, such as the channel to write to: "step path", with an empty mapping in the
   * step. The editor asks for it before the workflow can be activated.
   */
  leftToFill: string[];
  /** Only for starters, which need no changes: its position among them. They come first in lists. */
  starterOrder?: number;
}
