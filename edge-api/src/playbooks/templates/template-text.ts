import { type PlaybookTemplateRow, shortHash, type WrittenPlaybookTemplateRow } from '@portage/database';
import { writeTemplate } from '@portage/playbooks';
import { parseDefinition } from '../model/stored-playbook.ts';

/** The text to edit: as it was written, with its comments, or made from the definition if there is no such text. */
export function templateText({ yaml, name, description, definition }: WrittenPlaybookTemplateRow): string {
  return yaml ?? writeTemplate({ ...parseDefinition({ definition }), name, description });
}

/** Changes whenever the template's content changes. */
export function templateVersion({ name, description, definition }: PlaybookTemplateRow): string {
  return shortHash(JSON.stringify([name, description, definition]));
}
