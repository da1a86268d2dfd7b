import { SITE_NAME } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import { isReservedName } from './reserved-names.ts';

const spaced = (name: string) => Array.from(name).join(' ');

describe('reserved names', () => {
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
    ...[
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
    ],
    ...['Root User', 'Owner (site)', 'Owner of the Blog', 'hostmaster', 'No-Reply', 'MAILER-DAEMON', 'abuse'],
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
    ...[
      `Anna of ${SITE_NAME}`,
      'Admiral Benbow',
      'Team Rocket',
      '42',
      '👍',
      'The Group',
      'Press',
      'Mr Owner',
      'A. User',
    ],
  ])('do not include %s', (name) => {
    expect(isReservedName(name)).toBe(false);
  });

  it('are checked quickly for any input', () => {
    const started = performance.now();

    isReservedName(`${'helpdesk'.repeat(12)}xyz`);
    isReservedName('mod'.repeat(33));

    expect(performance.now() - started).toBeLessThan(200);
  });
});
