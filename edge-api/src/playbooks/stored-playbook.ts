import type { PlaybookRow, PlaybookTemplateRow } from '@portage/database';
import { type PlannedWorkflow, type TemplateDefinition, templateDefinitionSchema, type Wizard } from '@portage/playbooks';

/** The definition of a stored template or playbook, with what newer builds of Portage added to the format. */
export function definitionOf({ definition }: Pick<PlaybookRow | PlaybookTemplateRow, 'definition'>): TemplateDefinition {
  const read = templateDefinitionSchema.safeParse(definition);
  // Stored by a build whose rules were others: it goes on as it was made.
  return read.success ? read.data : (definition as TemplateDefinition);
}

/** A row is only written by this feature. */
export function wizardOf({ wizard }: Pick<PlaybookRow, 'wizard'>): Wizard {
  return wizard as Wizard;
}

/** A workflow as it was last written. */
export type AppliedWorkflow = PlannedWorkflow & {
  /** The person had switched it off before the playbook was paused, or its update began. It is not switched on then. */
  isKeptOff?: boolean;
};

export function appliedOf({ applied }: Pick<PlaybookRow, 'applied'>): Record<string, AppliedWorkflow> {
  return applied as Record<string, AppliedWorkflow>;
}
