import { importDocument } from '@portage/connectors/document';
import { descriptionsFromText, schemaFromJson } from '@portage/connectors/editing';
import { writeYaml } from '@portage/connectors/editing/text';
import { conversionCalls } from '@portage/contracts/calls';
import { problemTexts } from '../connector-types/documents/import-uploaded.ts';
import { invalid } from '../http/api-problem.ts';
import { implement } from '../http/implement.ts';
import { documentOfSchema, operationErrors } from './document-of-schema.ts';
import { requestParameter } from './request-parameter.ts';

/** Converts between schemas, texts and JSON for the editors (API-108..111). */
export const conversionRoutes = implement(conversionCalls, {
  'POST /api/conversion/json-to-schema'({ body }) {
    const schema = schemaFromJson(typeof body.json === 'string' ? parsed(body.json) : body.json);
    return { requestParameter: { ...requestParameter(schema) }, schema: { ...schema } };
  },

  'POST /api/conversion/text-to-descriptions'({ body }) {
    return descriptionsFromText(body.text);
  },

  'POST /api/conversion/dto-to-yaml'({ body }) {
    const isDocument = 'openapi' in body.schema || 'swagger' in body.schema;
    const yaml = writeYaml(isDocument ? body.schema : documentOfSchema(body.schema));
    const errors = isDocument ? [] : operationErrors(body.schema);
    return { yaml, errors: [...errors, ...problemTexts(importDocument(yaml)).errors] };
  },
});

/** @throws ApiProblem 400 that says where the text stops being JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`This is not JSON: ${(error as Error).message}`, 'json');
  }
}
