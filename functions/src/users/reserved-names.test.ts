import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import { isReservedName as isReservedNameOf } from './reserved-names.ts';

const SITE_NAME = DEFAULT_SITE.name;
const isReservedName = (name: string): boolean => isReservedNameOf(name, SITE_NAME);

const spaced = (name: string) => Array.from(name).join(' ');

describe('reserved names', () => {
  it.each([
    SITE_NAME,
    SITE_NAME.toUpperCase(),
    spaced(SITE_NAME),
    `The ${SITE_NAME} Team`,
    `${SITE_NAME}.com`,
    `${SITE_NAME} 2`,
    'Admin',
    'ADMIN',
    'a d m i n',
    'Аdmin',
    'Αdmin',
    'Admın',
    'Adm1n',
    '@dmin',
    'Ａｄｍｉｎ',
    '𝐀𝐝𝐦𝐢𝐧',
    'ⓐⓓⓜⓘⓝ',
    '🅰🅳🅼🅸🅽',
    '🇦🇩🇲🇮🇳',
    'Adrnin',
    'Ádmïn',
    'Admin_007',
    'Site-Admin',
    'ᴀᴅᴍɪɴ',
    'аdміn',
    'Administrator',
    'Moderator',
    'Mоderаtor',
    'MODS',
    'Support',
    'Suppоrt Team',
    'Customer Support',
    'System',
    'Ѕуѕtеm',
    'Staff',
    'Official',
    'Security',
    'Help Desk',
    `${SITE_NAME} Editor`,
    `${SITE_NAME} HQ`,
    `${SITE_NAME} Press`,
    `The real ${SITE_NAME}`,
    `${SITE_NAME} (verified)`,
    'Editor',
    'Editor in Chief',
    'Mr Admin',
    'Owner & Admin',
    'Site Owner',
    'root',
    'R00t',
    'The Owner',
    'Blog Team',
    'Our Team',
    'Founder',
    'Website Operator',
    'Superuser',
    'Publisher',
    'Root User',
    'Owner (site)',
    'Owner of the Blog',
    'hostmaster',
    'No-Reply',
    'MAILER-DAEMON',
    'abuse',
  ])('include %s', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  it.each([
    'Ada Lovelace',
    'Modesty Blaise',
    'Adminah',
    'Inka Wells',
    'Theodor',
    'Systema',
    'Ali',
    'Моника',
    'Αδάμ',
    '山田太郎',
    'محمد',
    `Anna of ${SITE_NAME}`,
    'Admiral Benbow',
    'Team Rocket',
    '42',
    '👍',
    'The Group',
    'Press',
    'Mr Owner',
    'A. User',
  ])('do not include %s', (name) => {
    expect(isReservedName(name)).toBe(false);
  });

  it('depend on the name of the publication', () => {
    expect(isReservedNameOf('The Harbour Letter Team', 'Harbour Letter')).toBe(true);
    expect(isReservedNameOf('H4rb0ur  Letter', 'Harbour Letter')).toBe(true);
    expect(isReservedNameOf('Harbour', 'Harbour Letter')).toBe(false);
    expect(isReservedNameOf(`${SITE_NAME} HQ`, 'Harbour Letter')).toBe(false);
    // Generic words are reserved as the site's name.
    expect(isReservedNameOf('Press', 'Press')).toBe(true);
    expect(isReservedNameOf('Anna', '42')).toBe(false);
  });

  it.each(['In', 'News at', 'Of', 'ofof', '42', 'Media', 'Fo'])(
    'are checked quickly for any input if the site is called %s',
    (site) => {
      const started = process.cpuUsage();

      isReservedNameOf(`${site.repeat(100 / site.length)}xyz`, site);
      isReservedNameOf(`${'in'.repeat(48)}xyz`, site);
      isReservedNameOf(`${'newsat'.repeat(16)}xyz`, site);
      // `info` is also `in` and `fo`.
      isReservedNameOf(`${'info'.repeat(24)}xyz`, site);

      expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
    },
  );

  it('are checked quickly for any input', () => {
    const started = process.cpuUsage();

    isReservedName(`${'helpdesk'.repeat(12)}xyz`);
    isReservedName('mod'.repeat(33));

    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(200);
  });
});
