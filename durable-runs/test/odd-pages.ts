import type { OddResponse } from './node/odd-answer.ts';

/** Responses with a success status but without a list, as systems sometimes send them. */
export const oddPages: Readonly<Record<string, Omit<OddResponse, 'read'>>> = {
  'an error object': { text: '{"error": "temporarily unavailable"}' },
  'a web page': { text: '<html><body>Sign in</body></html>', type: 'text/html' },
  'an empty body': { text: '' },
  'a response without a body': { text: '', status: 204 },
  null: { text: 'null' },
  'a number': { text: '0' },
  'a text': { text: '"try later"' },
  'a text that is no JSON': { text: 'try later', type: 'text/plain' },
  'an empty object': { text: '{}' },
  'a list at another path': { text: '{"result": {"items": [], "data": []}}' },
  'truncated JSON': { text: '{"items": [{"id": "s1", "na' },
  'a list that occurs twice': { text: '{"items": [{"id": "s9"}], "data": [{"id": "s9"}], "items": [], "data": []}' },
  'a list instead of an object': { text: '[]' },
  'XML instead of JSON': { text: '<items></items>', type: 'application/xml' },
  'an array of errors': { text: '{"errors": [{"message": "busy"}], "items": null, "data": null}' },
};
