export type { DocumentEdit } from './document-edit.ts';
export { type EditedDocument, editDocument, edited } from './edit-document.ts';
export { writeYaml } from './write-yaml.ts';
