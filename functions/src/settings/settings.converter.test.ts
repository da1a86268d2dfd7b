import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { describe, expect, it } from 'vitest';
import { changesIn, decodeSettings, encodeSettings, isStale, mergeSettings } from './settings.converter.ts';

const { comments } = DEFAULT_SETTINGS;
const OTHER = { ...DEFAULT_SETTINGS, name: 'Elsewhere', comments: { ...comments, holdFirst: comments.holdFirst + 1 } };

describe('settings', () => {
  it('are decoded as they were encoded; missing and invalid ones have their default', () => {
    expect(decodeSettings(encodeSettings(OTHER))).toEqual(OTHER);
    expect(decodeSettings(undefined)).toEqual(DEFAULT_SETTINGS);
    expect(decodeSettings({ name: 7, comments: { holdFirst: 'many', holdEverything: true } })).toEqual({
      ...DEFAULT_SETTINGS,
      comments: { ...comments, holdEverything: true },
    });
  });

  it('of the site are stored only if they differ from the default', () => {
    expect(encodeSettings(DEFAULT_SETTINGS)).not.toHaveProperty('name');
    expect(encodeSettings(DEFAULT_SETTINGS)).toMatchObject({ comments, schemaVersion: 1 });
    expect(encodeSettings(OTHER)).toHaveProperty('name', 'Elsewhere');
  });

  it('are changed individually', () => {
    const patch = { comments: { holdFirst: OTHER.comments.holdFirst } };
    expect(mergeSettings(DEFAULT_SETTINGS, { ...patch, name: 'Elsewhere' })).toEqual(OTHER);
    expect(mergeSettings(OTHER, {})).toEqual(OTHER);
    expect(changesIn(DEFAULT_SETTINGS, OTHER)).toEqual({ name: DEFAULT_SETTINGS.name, holdFirst: comments.holdFirst });
    expect(changesIn(OTHER, OTHER)).toEqual({});
  });

  it.each([
    ['nobody changed it', DEFAULT_SETTINGS, 'Mine', DEFAULT_SETTINGS.name, false],
    ['somebody changed it', OTHER, 'Mine', DEFAULT_SETTINGS.name, true],
    ['somebody changed it to the same', OTHER, 'Elsewhere', DEFAULT_SETTINGS.name, false],
    ['the change names no base', OTHER, 'Mine', undefined, false],
  ])('are refused only if somebody else changed the same one: %s', (_, stored, name, from, isRefused) => {
    expect(isStale(stored, { name, ...(from !== undefined && { base: { name: from } }) })).toBe(isRefused);
    expect(isStale(stored, { base: { name: DEFAULT_SETTINGS.name } })).toBe(false);
  });
});
