import { type PlaybookTemplateRow, shortHash, type WrittenPlaybookTemplateRow } from '@portage/database';
import { writeTemplate } from '@portage/playbooks';
import { definitionOf } from './stored-playbook.ts';

/** The text to edit: as it was written, with its comments, or made from the definition where there is no such text. */
export function templateText({ yaml, name, description, definition }: WrittenPlaybookTemplateRow): string {
  return yaml ?? writeTemplate({ ...definitionOf({ definition }), name, description });
}

/** Changes with every change of what a template says. */
export function templateVersion({ name, description, definition }: PlaybookTemplateRow): string {
  return shortHash(JSON.stringify([name, description, definition]));
}
