/** cURL commands as OpenAPI documents. */
export { type CurlKey, type CurlSecrets, isCurl, type ReadCurl, readCurl } from './read-curl.ts';
