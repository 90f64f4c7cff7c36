import type { PlaybookRow, PlaybookTemplateRow } from '@portage/database';
import { type PlannedWorkflow, type TemplateDefinition, templateDefinitionSchema, type Wizard } from '@portage/playbooks';

/** The definition of a stored template or playbook, with defaults for what newer builds added to the format. */
export function parseDefinition({ definition }: Pick<PlaybookRow | PlaybookTemplateRow, 'definition'>): TemplateDefinition {
  const read = templateDefinitionSchema.safeParse(definition);
  // Saved under older rules; keep using it unchanged.
  return read.success ? read.data : (definition as TemplateDefinition);
}

/** Not parsed: only this feature writes the row. */
export function getWizard({ wizard }: Pick<PlaybookRow, 'wizard'>): Wizard {
  return wizard as Wizard;
}

/** A workflow as last written. */
export type AppliedWorkflow = PlannedWorkflow & {
  /** The person had switched it off before the playbook was paused or updated, so it isn't switched on again. */
  isKeptOff?: boolean;
};

export function getAppliedWorkflows({ applied }: Pick<PlaybookRow, 'applied'>): Record<string, AppliedWorkflow> {
  return applied as Record<string, AppliedWorkflow>;
}
