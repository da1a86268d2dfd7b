import { describe, expect, it } from 'vitest';
import { sampleUser } from '../test/samples.ts';
import { nameAt, placeAt, placesOf } from './staff-places.ts';

const staff = placesOf(sampleUser({ role: 'admin' })).flatMap(({ places }) => places);
const own = placesOf(sampleUser({ writing: 'contributor' })).flatMap(({ places }) => places);
const labelAt = (places: typeof staff, pathname: string, search = '') => placeAt(places, { pathname, search })?.label;

describe('the place of an address', () => {
  it('is a page or a tab of the panel', () => {
    expect(labelAt(staff, '/admin')).toBe('Overview');
    expect(labelAt(staff, '/admin', '?tab=users&q=a')).toBe('Users');
    expect(labelAt(staff, '/admin', '?tab=posts&q=a')).toBe('Posts');
    expect(labelAt(staff, '/admin/media', '?show=unused')).toBe('Media');
    expect(labelAt(staff, '/posts')).toBeUndefined();
  });

  it('is Drafts for a list of only unpublished posts', () => {
    expect(labelAt(staff, '/admin', '?status=draft&tab=posts')).toBe('Drafts');
    expect(labelAt(own, '/writing', '?status=draft')).toBe('Drafts');
    expect(labelAt(own, '/writing', '?status=trash')).toBe('My Posts');
    expect(labelAt(staff, '/drafts')).toBe('Unsaved Changes');
  });

  it('is Newsletter for issues, subscribers and its tab of the panel', () => {
    expect(labelAt(staff, '/admin/newsletter')).toBe('Newsletter');
    expect(labelAt(staff, '/admin/newsletter/subscribers', '?q=a')).toBe('Newsletter');
    expect(labelAt(staff, '/admin', '?tab=newsletter')).toBe('Newsletter');
    expect(staff.filter(({ label }) => label === 'Newsletter')).toHaveLength(1);
  });

  it('is the list for the editor of something stored, and the editor itself for something new', () => {
    expect(labelAt(staff, '/create-post', '?draft=a')).toBe('New Post');
    expect(labelAt(staff, '/create-post', '?edit=a')).toBe('Posts');
    expect(labelAt(staff, '/admin/pages/edit')).toBe('New Page');
    expect(labelAt(staff, '/admin/pages/edit', '?page=a')).toBe('Pages');
    expect(labelAt(own, '/create-post', '?edit=a')).toBe('My Posts');
  });
});

describe('the name of a page without a place', () => {
  it('is known for each page', () => {
    expect(nameAt({ pathname: '/revisions', search: '?post=a' })).toBe('Revisions');
    expect(nameAt({ pathname: '/admin/newsletter/issue', search: '?issue=a' })).toBe('Newsletter Issue');
    expect(nameAt({ pathname: '/admin', search: '?tab=storage' })).toBe('Cloud Storage');
    // No navigation of staff has them.
    expect(nameAt({ pathname: '/writing', search: '?status=in-review' })).toBe('My Posts');
    expect(nameAt({ pathname: '/admin', search: '' })).toBeUndefined();
  });
});
