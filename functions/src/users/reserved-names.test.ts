import { SITE_NAME } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import { isReservedName } from './reserved-names.ts';

const spaced = (name: string) => Array.from(name).join(' ');

describe('names that readers would take for those who run the place', () => {
  it.each([
    ...[
      SITE_NAME,
      SITE_NAME.toUpperCase(),
      spaced(SITE_NAME),
      `The ${SITE_NAME} Team`,
      `${SITE_NAME}.com`,
      `${SITE_NAME} 2`,
    ],
    ...[
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
    ],
    ...[
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
    ],
    ...[
      'Support',
      'Suppоrt Team',
      'Customer Support',
      'System',
      'Ѕуѕtеm',
      'Staff',
      'Official',
      'Security',
      'Help Desk',
    ],
    ...[
      `${SITE_NAME} Editor`,
      `${SITE_NAME} HQ`,
      `${SITE_NAME} Press`,
      `The real ${SITE_NAME}`,
      `${SITE_NAME} (verified)`,
    ],
    ...['Editor', 'Editor in Chief', 'Mr Admin', 'Owner & Admin'],
  ])('include %s', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  it.each([
    ...[
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
    ],
    ...[`Anna of ${SITE_NAME}`, 'Admiral Benbow', 'Team Rocket', '42', '👍', 'The Group', 'Press', 'Mr Owner'],
  ])('do not include %s', (name) => {
    expect(isReservedName(name)).toBe(false);
  });

  it('are told quickly, whatever is sent', () => {
    const started = performance.now();

    isReservedName(`${'helpdesk'.repeat(12)}xyz`);
    isReservedName('mod'.repeat(33));

    expect(performance.now() - started).toBeLessThan(200);
  });
});
