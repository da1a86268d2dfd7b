import { type Menu, NO_MENU } from '@inkwell/shared/menu';
import { DEFAULT_SETTINGS, type SettingsPatch, SomeSettings } from '@inkwell/shared/settings';
import { pictureProblem, SITE_PICTURES } from '../../settings/settings.service.ts';
import type { LineOf } from '../import-lines.ts';
import { newPlaceOf } from '../rewriting.ts';
import type { Step } from './step.ts';

export async function importMenu({ menu }: LineOf<'menu'>, step: Step): Promise<void> {
  const { menu: present } = await step.settings.read();
  const lead = (links: Menu['header']) =>
    links.map((link) => ({ ...link, address: newPlaceOf(link.address, step.links) }));
  if (!isUnset(present, NO_MENU))
    return step.report({ reason: 'left-out', text: 'The menu, because there is one here already.' });
  await change({ menu: { header: lead(menu.header), footer: lead(menu.footer) } }, step);
}

export async function importOwnSettings({ settings }: LineOf<'own-settings'>, step: Step): Promise<void> {
  const allowed: SettingsPatch = { ...settings };
  for (const field of SITE_PICTURES) {
    const url = settings[field];
    const problem = url ? pictureProblem(field, await step.pictureFacts(url)) : null;
    if (problem === null) continue;
    delete allowed[field];
    step.report({ reason: 'left-out', text: `A picture of the settings: ${problem}`, about: field, address: url });
  }
  await change(onlyUnset(allowed, await step.settings.read(), DEFAULT_SETTINGS) as SettingsPatch, step);
}

export async function importSetting({ key, value }: LineOf<'setting'>, step: Step): Promise<void> {
  const patch: SettingsPatch =
    key === 'description' ? { descriptions: { long: value } } : ({ [key]: value } as SettingsPatch);
  if (!SomeSettings.safeParse(patch).success) return;
  await change(onlyUnset(patch, await step.settings.read(), DEFAULT_SETTINGS) as SettingsPatch, step);
}

async function change(patch: SettingsPatch, { settings, stored, at }: Step): Promise<void> {
  if (Object.keys(patch).length > 0) await settings.change(stored.createdBy, patch, at);
}

/** The values of a patch whose settings still have their defaults. */
function onlyUnset(patch: unknown, present: unknown, standard: unknown): Record<string, unknown> {
  const unset: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(Object(patch))) {
    const [is, was] = [Object(present)[key], Object(standard)[key]];
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      const inner = onlyUnset(value, is, was);
      if (Object.keys(inner).length > 0) unset[key] = inner;
    } else if (isUnset(is, was) && !isUnset(value, was)) unset[key] = value;
  }
  return unset;
}

/** Whether a menu or setting still has its default. Imported values replace only defaults. */
const isUnset = (value: unknown, standard: unknown): boolean => JSON.stringify(value) === JSON.stringify(standard);
