const PROPERTIES = 28;
const WORDS = 'the amount that was charged in the smallest unit of its currency before any refunds and fees are taken away'.split(' ');

/**
 * An OpenAPI document like the ones large systems publish, about 6 MB at 533 operations: forms with nested objects,
 * lists of expandable references, schemas that refer to each other in cycles, unused examples.
 */
export function largeDocument(operations: number): string {
  const numbers = Array.from({ length: operations }, (_, at) => at);
  const schemaCount = Math.ceil(operations * 0.8);
  const reference = (at: number) => ({ $ref: `#/components/schemas/Thing${at % schemaCount}` });
  const description = (seed: number) => Array.from({ length: 12 }, (_, at) => WORDS[(seed * 7 + at * 3) % WORDS.length]).join(' ');
  const property = (seed: number) => {
    switch (seed % 6) {
      case 0:
        return { anyOf: [{ type: 'string', maxLength: 5_000 }, reference(seed * 13)], description: description(seed) };
      case 1:
        return { type: 'array', items: reference(seed * 31), description: description(seed) };
      case 2:
        return { type: 'string', enum: ['open', 'paid', 'void', `kind_${seed}`], description: description(seed) };
      case 3:
        return {
          type: 'object',
          properties: { amount: { type: 'integer' }, currency: { type: 'string' } },
          description: description(seed),
        };
      case 4:
        return { type: 'integer', format: 'unix-time', nullable: true, description: description(seed) };
      default:
        return { type: 'string', description: description(seed) };
    }
  };
  const properties = (seed: number) =>
    Object.fromEntries(Array.from({ length: PROPERTIES }, (_, at) => [`field_${at}`, property(seed + at)]));
  const answer = (at: number) => ({
    description: 'Success',
    content: {
      'application/json': {
        schema: { type: 'object', properties: { data: { type: 'array', items: reference(at) }, has_more: { type: 'boolean' } } },
        examples: { usual: { value: Object.fromEntries(Array.from({ length: 20 }, (_, one) => [`field_${one}`, description(one)])) } },
      },
    },
  });
  const document = {
    openapi: '3.0.0',
    info: { title: 'Large', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: Object.fromEntries(
      numbers.map((at) => [
        `/v1/resources${Math.floor(at / 4)}/${at}`,
        {
          [at % 2 === 0 ? 'post' : 'get']: {
            operationId: `Operation${at}`,
            description: description(at),
            parameters: [
              { name: 'expand', in: 'query', style: 'deepObject', explode: true, schema: { type: 'array', items: { type: 'string' } } },
              { name: 'starting_after', in: 'query', description: description(at), schema: { type: 'string' } },
            ],
            ...(at % 2 === 0
              ? {
                  requestBody: {
                    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: properties(at) } } },
                  },
                }
              : {}),
            responses: { '200': answer(at), default: answer(at + 1) },
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: schemaCount }, (_, at) => [
          `Thing${at}`,
          { type: 'object', description: description(at), properties: properties(at * 5) },
        ]),
      ),
    },
  };
  return JSON.stringify(document, null, 1);
}
