import { expect, test } from 'vitest';
import { isRetryableStatus } from './retryable-status.ts';

test.each([408, 425, 429, 500, 502, 503, 504, 599])('%i is retried', (status) => expect(isRetryableStatus(status)).toBe(true));
test.each([200, 301, 400, 401, 403, 404, 409, 422, 499])('%i is final', (status) => expect(isRetryableStatus(status)).toBe(false));
