import { CORE_SCHEMA, dump } from 'js-yaml';
import type { TemplateDefinition } from './template-definition.ts';

const LINE_WIDTH = 140;

/** A template as the text of a `playbook.yaml`, with every member that it has. */
export function writeTemplate(definition: TemplateDefinition): string {
  return dump(definition, { schema: CORE_SCHEMA, lineWidth: LINE_WIDTH, noRefs: true });
}
