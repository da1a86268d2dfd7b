import { GOOGLE } from './icons.ts';

/**
 * The sign-in form as auth-card.tsx draws it. The app takes over what was typed (web/src/lib/served-form.ts). It is no `form` element, which
 * the browser could submit with the password in the address. The e-mail address has a text field, because e-mail fields do not tell their
 * caret.
 */
export const AUTH_CARD =
  `<div class="auth-card_card" data-served-form><div class="auth-card_tabs" role="tablist" aria-label="Account">` +
  `<button type="button" role="tab" aria-selected="true" class="auth-card_tab">Sign In</button><button type="button" role="tab" aria-selected="false" class="auth-card_tab">Sign Up</button></div>` +
  `<div class="auth-card_panel"><div class="auth-card_form">` +
  field(
    'email',
    'Email',
    'type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false"',
  ) +
  field(
    'password',
    'Password',
    'type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false"',
    `<div class="field_aside"><button type="button" class="field_toggle">Show</button></div>`,
  ) +
  `<a class="auth-card_forgot" href="/forgot-password">Forgot password?</a>` +
  `<button type="button" class="button_button button_primary button_medium button_full" data-served-submit>Sign In</button></div>` +
  `<p class="auth-card_or"><span>or</span></p>` +
  `<button type="button" class="button_button button_secondary button_medium button_full">${GOOGLE}Continue with Google</button></div></div>`;

function field(name: string, label: string, attributes: string, aside = ''): string {
  return (
    `<div class="field_field"><label class="field_label" for="served-${name}">${label}</label>` +
    `<input id="served-${name}" class="field_input" name="${name}" ${attributes} required>${aside}</div>`
  );
}
