import { isObject } from '../src/json/json.ts';

/** A prefix for paths that are the same address for several operations, so that each operation has its own. */
const buildPrefix = (fragment: string) => `/operation-${fragment}`;

/** Where Prism expects the requests of an operation. @param id method and path */
export function prismBaseUrl(baseUrl: string, id: string): string {
  const fragment = id.split('#')[1];
  return fragment === undefined ? baseUrl : `${baseUrl}${buildPrefix(fragment)}`;
}

/** A document in Prism's terms: a path per fragment, and a GraphQL operation's body as its query with its variables. */
export function documentForPrism(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { servers: _servers, webhooks: _webhooks, ...rest } = document;
  const paths = Object.entries(isObject(document.paths) ? document.paths : {}).map(([path, item]) => {
    const [plain = path, fragment] = path.split('#');
    return [fragment === undefined ? plain : buildPrefix(fragment) + plain, forPrism(item)];
  });
  return { ...rest, paths: Object.fromEntries(paths) };
}

function forPrism(pathItem: unknown): unknown {
  if (!isObject(pathItem)) return pathItem;
  const { servers: _servers, ...item } = pathItem;
  const { post } = item;
  if (!isObject(post) || !isObject(post['x-graphql'])) return item;
  const variables = getVariablesSchema(post);
  const schema = { type: 'object', required: ['query', 'variables'], properties: { query: { type: 'string', minLength: 1 }, variables } };
  return { ...item, post: { ...post, requestBody: { required: true, content: { 'application/json': { schema } } } } };
}

function getVariablesSchema({ requestBody }: Readonly<Record<string, unknown>>): unknown {
  const content = isObject(requestBody) && isObject(requestBody.content) ? requestBody.content['application/json'] : undefined;
  return (isObject(content) ? content.schema : undefined) ?? { type: 'object' };
}
