/** Requests for operations, built from values. */
export { alwaysLogged } from './always-logged.ts';
export { answerFailure } from './answer-failure.ts';
export { answerMessage } from './answer-message.ts';
export { baseUrlOf } from './base-url.ts';
export { buildRequest, type ConnectorRequest, type RequestSettings, requestBody } from './build-request.ts';
export { type GraphQlAnswer, readGraphQlAnswer } from './graphql-answer.ts';
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
