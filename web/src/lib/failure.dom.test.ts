import { LATE_CHANGE_TEXT } from '@inkwell/shared/errors';
import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { failureText } from './failure.ts';

it.each([
  [new ApiError(429, 'Too many', 1), 'Too many requests. Please try again in 1 second.'],
  [new ApiError(429, 'Too many', 42), 'Too many requests. Please try again in 42 seconds.'],
  [new ApiError(429, 'Too many', 3_600), 'Too many requests. Please try again in 60 minutes.'],
  [new ApiError(429, 'Too many'), 'Too many requests. Please try again later.'],
  [new ApiError(429, 'You can store 20 pictures a day.', 60), 'You can store 20 pictures a day.'],
  [new ApiError(500, 'stack'), 'Something went wrong on our side (error 500). Please try again in a moment.'],
  [new ApiError(503, `${LATE_CHANGE_TEXT} (request 1)`), LATE_CHANGE_TEXT],
  [new ApiError(504, ''), 'The server took too long to answer. Please try again.'],
  [new DOMException('late', 'TimeoutError'), 'The server took too long to answer. Please try again.'],
  [new ApiError(403, 'Your account is blocked'), 'Your account is blocked'],
  [new ApiError(403, '<html>'), 'The server refused this (error 403).'],
  [new TypeError('Failed to fetch'), 'The network did not answer. Please check your connection and try again.'],
  [new Error('a fault of ours'), 'Something unexpected went wrong. Please try again.'],
])('explains the cause: %s', (error, text) => {
  expect(failureText(error)).toBe(text);
});

it('distinguishes a lost network from a server that does not answer', () => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  try {
    expect(failureText(new TypeError('Failed to fetch'))).toMatch(/^You are offline/);
  } finally {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
  }
});
