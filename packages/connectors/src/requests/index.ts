/** Requests for operations, built from values. */
export { alwaysLogged } from './always-logged.ts';
export { findResponseFailure } from './answer-failure.ts';
export { describeRefusal, readResponseMessage } from './answer-message.ts';
export { resolveBaseUrl } from './base-url.ts';
export { bodyWriter, buildRequest, type ConnectorRequest, type RequestSettings } from './build-request.ts';
export { hasType } from './fits-schema.ts';
export { type GraphQlResponse, readGraphQlResponse } from './graphql-answer.ts';
export { operationScript } from './operation-script.ts';
export { type FieldProblem, RequestError } from './request-error.ts';
export {
  type MappedValue,
  nullPaths,
  type RequestValues,
  valueAt,
  valueOfParameter,
  valuesFromMappings,
  withValue,
} from './request-values.ts';
export { valuesFromScript } from './script-values.ts';
