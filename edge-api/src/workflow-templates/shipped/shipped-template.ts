import type { WorkflowStep } from '@portage/workflow';

/** A template that comes with Portage: a file of this folder. */
export interface ShippedTemplate {
  id: string;
  name: string;
  description: string;
  /** Connectors by their types alone: `system-slack`, as packages/connectors/system names them. */
  steps: WorkflowStep[];
  /**
   * Values that only the person who uses the template knows, such as the channel to write to: "step path", with an empty mapping in the
   * step. The editor asks for it before the workflow can be activated.
   */
  leftToFill: string[];
  /** A starter is complete as it is; its place among them, which come first in lists. */
  starterOrder?: number;
}
