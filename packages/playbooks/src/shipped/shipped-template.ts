import type { TemplateDefinition } from '../template/template-definition.ts';

/** A folder of `shipped/`, read. */
export interface ShippedTemplate {
  /** The name of the folder. */
  id: string;
  definition: TemplateDefinition;
  /** Its `playbook.yaml`. */
  yaml: string;
}

export interface ShippedTemplateBundle {
  builtAt: string;
  templates: ShippedTemplate[];
}
