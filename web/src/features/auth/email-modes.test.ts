import { describe, expect, it } from 'vitest';
import { isEmailMode, ownPage } from './email-modes.ts';

describe('the page after the link in an email', () => {
  const ORIGIN = 'https://inkwell.test';

  it('is on this site', () => {
    expect(ownPage('https://inkwell.test/posts?page=2#top', ORIGIN)).toBe('/posts?page=2#top');
    expect(ownPage('https://inkwell.test', ORIGIN)).toBe('/');
  });

  it.each([
    null,
    '',
    '/posts',
    'https://elsewhere.test/posts',
    'https://inkwell.test.elsewhere.test/',
    'https://inkwell.test@elsewhere.test/',
    'http://inkwell.test/posts',
    'https://inkwell.test//elsewhere.test',
    'https://inkwell.test/\\elsewhere.test',
    'javascript:alert(1)',
  ])('is null for %s', (continueUrl) => {
    expect(ownPage(continueUrl, ORIGIN)).toBeNull();
  });
});

describe('the mode of an email', () => {
  it('says whether it concerns an address', () => {
    expect(['verifyEmail', 'verifyAndChangeEmail', 'recoverEmail'].every(isEmailMode)).toBe(true);
    expect([null, '', 'resetPassword', 'signIn', 'toString'].some(isEmailMode)).toBe(false);
  });
});
