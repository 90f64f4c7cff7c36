import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  buildClientSchema,
  coerceInputValue,
  type GraphQLInputType,
  type IntrospectionQuery,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  validate,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { sampleValues } from '../../testing/sample-values.ts';
import { readSystemFolder } from '../../tools/read-system-types.ts';
import { loadOperation } from '../extracted/connector-document.ts';
import { buildRequest } from '../requests/build-request.ts';
import { openDocument } from '../stored/open-document.ts';

/**
 * Shopify's introspection of its GraphQL Admin API, as published in npm's @shopify/dev-mcp (`dist/data/admin_<version>.json.gz`):
 * 15 MB that aren't a dependency of this workspace.
 */
const file = process.env.PORTAGE_SHOPIFY_SCHEMA ?? '';

function publishedSchema() {
  const bytes = readFileSync(file);
  const read = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as IntrospectionQuery & {
    data?: IntrospectionQuery;
  };
  return buildClientSchema(read.data ?? read);
}

describe.skipIf(!existsSync(file))('Shopify’s published schema', () => {
  test('has every query, and every field of its variables', async () => {
    const schema = publishedSchema();
    const { stored } = readSystemFolder('shopify');
    const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
    const problems: string[] = [];
    for (const { id } of document.summary.operations) {
      const operation = await loadOperation(document, id);
      const query = parse(operation.graphQl?.query ?? '');
      problems.push(...validate(schema, query).map(({ message }) => `${id}: ${message}`));
      const request = await document.withSchemas((source) =>
        buildRequest(source, operation, sampleValues(source, operation), { baseUrl: 'https://a.example' }),
      );
      const { variables } = JSON.parse(String(request.body)) as { variables: Record<string, unknown> };
      const [definition] = query.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode[];
      for (const { variable, type } of definition?.variableDefinitions ?? []) {
        const value = variables[variable.name.value];
        if (value === undefined) continue;
        coerceInputValue(value, typeFromAST(schema, type as never) as GraphQLInputType, (path, _, { message }) => {
          // Samples are arbitrary text where Shopify wants a currency, a country or a topic, and contain both of two choices.
          if (!/does not exist in ".*" enum|Exactly one key/.test(message)) problems.push(`${id}: ${path.join('.')} ${message}`);
        });
      }
    }
    expect(problems).toEqual([]);
  });
});
