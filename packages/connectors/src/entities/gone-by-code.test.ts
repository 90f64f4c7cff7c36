import { expect, test } from 'vitest';
import { isGoneByCode } from './gone-by-code.ts';

const booker = { goneWhen: { path: 'ErrorCode', equals: ['203'] } };
const quickBooks = { goneWhen: { path: 'Fault.Error[0].code', equals: ['610'] } };

test.each([
  ['a refusal with the code', booker, { IsSuccess: false, ErrorCode: 203, ErrorMessage: 'The product was not found.' }, true],
  ['a refusal with another code', booker, { IsSuccess: false, ErrorCode: 1000, ErrorMessage: 'Busy' }, false],
  ['a code within a list', quickBooks, { Fault: { Error: [{ code: '610', Message: 'Object Not Found' }] } }, true],
  ['an empty list', quickBooks, { Fault: { Error: [] } }, false],
  ['a response that is no JSON', quickBooks, null, false],
  ['an error page', booker, '<html>203</html>', false],
  ['a document without such a code', {}, { ErrorCode: 203 }, false],
])('%s', (_what, get, response, isGone) => {
  expect(isGoneByCode(get, response)).toBe(isGone);
});
