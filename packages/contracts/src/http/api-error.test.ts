import { describe, expect, test } from 'vitest';
import { ApiError, getErrorMessage, isApiError, UNKNOWN_ERROR_MESSAGE } from './api-error.ts';

describe('an error of a call', () => {
  test('is recognized by its name, even when another bundle’s class made it', () => {
    const ofAnotherBundle = Object.assign(new Error('Reload it.'), { name: 'ApiError', status: 409 });
    expect(isApiError(ofAnotherBundle)).toBe(true);
    expect(isApiError(new ApiError(409, {}, 'Reload it.'))).toBe(true);
  });

  test.each([[new Error('ApiError')], [{ name: 'ApiError' }], ['ApiError'], [null]])('is not %j', (error) => {
    expect(isApiError(error)).toBe(false);
  });

  test('has its own message for a person, and everything without one the general message', () => {
    expect(getErrorMessage(new ApiError(409, {}, 'Reload it.'))).toBe('Reload it.');
    expect(getErrorMessage(new Error(''))).toBe(UNKNOWN_ERROR_MESSAGE);
    expect(getErrorMessage('thrown text')).toBe(UNKNOWN_ERROR_MESSAGE);
  });
});
