/** Reading and writing XML by the hints of a schema. */
export { readXmlAnswer } from './read-xml-answer.ts';
