import type { PlaybookRow, PlaybookTemplateRow } from '@portage/database';
import { type PlannedWorkflow, type TemplateDefinition, templateDefinitionSchema, type Wizard } from '@portage/playbooks';

/** A workflow as last written. */
export type AppliedWorkflow = PlannedWorkflow & {
  /** The person had switched it off before the playbook was paused or updated, so it isn't switched on again. */
  isKeptOff?: boolean;
};

export interface OpenPlaybook extends PlaybookRow {
  definition: TemplateDefinition;
  wizard: Wizard;
  applied: Record<string, AppliedWorkflow>;
}

/** Doesn't parse the wizard and the applied workflows: only this feature writes them. */
export function openPlaybook(row: PlaybookRow): OpenPlaybook {
  const { wizard, applied } = row;
  return {
    ...row,
    definition: parseDefinition(row),
    wizard: wizard as Wizard,
    applied: applied as Record<string, AppliedWorkflow>,
  };
}

/** The definition of a stored template or playbook, with defaults for what newer builds added to the format. */
export function parseDefinition({ definition }: Pick<PlaybookRow | PlaybookTemplateRow, 'definition'>): TemplateDefinition {
  const read = templateDefinitionSchema.safeParse(definition);
  // Saved under older rules; keep using it unchanged.
  return read.success ? read.data : (definition as TemplateDefinition);
}
