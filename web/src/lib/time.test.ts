import { relativeTime } from '@inkwell/shared/format';
import { describe, expect, it } from 'vitest';
import { ageInSentence, ageOrDate, notificationTime } from './time.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const before = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

describe('the age of a post', () => {
  it.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [60, '1 hour ago'],
    [5 * 60, '5 hours ago'],
    [24 * 60 - 1, '23 hours ago'],
    [24 * 60, '1 day ago'],
    [30 * 24 * 60, '30 days ago'],
  ])('after %d minutes is %s', (minutes, text) => {
    expect(relativeTime(before(minutes), NOW)).toBe(text);
  });

  it.each([null, undefined, '', 'nonsense', '1970-01-01T00:00:00.000Z'])('is Recently for %s', (instant) => {
    expect(relativeTime(instant, NOW)).toBe('Recently');
  });
});

describe('the age of a notification', () => {
  it.each([
    [0.5, 'Just now'],
    [1, '1 minute ago'],
    [59, '59 minutes ago'],
    [60, '1 hour ago'],
    [1439, '23 hours ago'],
    [1440, '1 day ago'],
  ])('after %d minutes is %s', (minutes, text) => {
    expect(notificationTime(before(minutes), NOW)).toBe(text);
  });

  it.each([
    [0.5, 'just now'],
    [5, '5 minutes ago'],
  ])('after %d minutes is %s within a sentence', (minutes, text) => {
    expect(ageInSentence(before(minutes), NOW)).toBe(text);
  });

  it.each([
    [0.5, 'just now'],
    [30 * 1440 - 1, '29 days ago'],
    [30 * 1440, 'on February 8, 2026'],
  ])('after %d minutes is %s where a date may follow', (minutes, text) => {
    expect(ageOrDate(before(minutes), NOW)).toBe(text);
  });
});
