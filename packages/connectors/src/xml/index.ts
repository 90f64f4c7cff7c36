/** Reading and writing XML by the hints of a schema. */
export { readXmlResponse } from './read-xml-answer.ts';
