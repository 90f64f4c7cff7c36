import type { TemplateDefinition } from '../template/template-definition.ts';

/** A parsed folder of `shipped/`. */
export interface ShippedTemplate {
  id: string;
  definition: TemplateDefinition;
  /** Its `playbook.yaml`. */
  yaml: string;
}

export interface ShippedTemplateBundle {
  builtAt: string;
  templates: ShippedTemplate[];
}
