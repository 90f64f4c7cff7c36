import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';

const MOST_KEPT = 100;

/** Parses and checks queries of a schema, and caches them: connectors send the same ones again and again. */
export function graphQlDocuments(schema: GraphQLSchema): (query: string) => DocumentNode | readonly GraphQLError[] {
  const known = new Map<string, DocumentNode | readonly GraphQLError[]>();
  return (query) => {
    const kept = known.get(query);
    if (kept) return kept;
    const read = parseDocument(schema, query);
    known.set(query, read);
    for (const old of [...known.keys()].slice(0, -MOST_KEPT)) known.delete(old);
    return read;
  };
}

function parseDocument(schema: GraphQLSchema, query: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(query);
    const errors = validate(schema, document);
    return errors.length > 0 ? errors : document;
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('The query cannot be read')];
  }
}
