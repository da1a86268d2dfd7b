import { expect, it } from 'vitest';
import { actionFailure } from './action-failure.ts';
import { ApiError } from './api.ts';

const OUR_SIDE = 'Something went wrong on our side (error 500). Please try again in a moment.';
const NO_ANSWER = 'The network did not answer. Please check your connection and try again.';

it.each([
  [new ApiError(409, 'Taken'), 'Failed to create post: 409: Taken', null],
  [
    new ApiError(429, 'Too many requests. Please try again later.', 42),
    'Failed to create post: Too many requests. Please try again in 42 seconds.',
    null,
  ],
  [new ApiError(500, 'Something went wrong'), 'Failed to create post: 500: Something went wrong', OUR_SIDE],
  [new ApiError(500, '<html>'), `Failed to create post: ${OUR_SIDE}`, null],
  [new TypeError('Failed to fetch'), `Failed to create post: ${NO_ANSWER}`, null],
  [
    new DOMException('late', 'TimeoutError'),
    'Failed to create post: The server took too long to answer. Please try again.',
    null,
  ],
  [
    new Error('Failed to upload image', { cause: new TypeError('Failed to fetch') }),
    'Failed to create post: Failed to upload image',
    NO_ANSWER,
  ],
  [new Error('Failed to upload image'), 'Failed to create post: Failed to upload image', null],
])('names the action and the cause: %s', (error, message, reason) => {
  expect(actionFailure('create post', error)).toEqual([message, reason]);
});
