import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, productUrl, stackPorts } from './test.ts';

export const PASSWORD = 'Inkwell#2026';

/** Seed accounts. */
export const ADMIN = 'admin@inkwell.test';
export const MODERATOR = 'moderator@inkwell.test';
export const READER = 'reader@inkwell.test';

export interface Person {
  readonly id: string;
  readonly email: string;
  /** An ID token, valid for an hour. */
  readonly token: string;
}

/** Calls the identity provider. The test fails if the call fails. */
export async function identityCall(
  request: APIRequestContext,
  method: string,
  data: object,
): Promise<Person & { readonly refreshToken: string }> {
  const answer = await request.post(
    `http://127.0.0.1:${stackPorts().auth}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=local`,
    { data: { ...data, returnSecureToken: true } },
  );
  expect(answer.ok(), await answer.text()).toBe(true);
  const { localId, email, idToken, refreshToken } = await answer.json();
  return { id: localId, email, token: idToken, refreshToken };
}

/** Creates a reader with a record in the product, so that journeys do not affect each other. */
export async function newReader(request: APIRequestContext, displayName = 'Rita Reader'): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const person = await identityCall(request, 'signUp', { email, password: PASSWORD, displayName });
  await callApi(request, 'GET', '/api/auth/user', person);
  return person;
}

/** Creates a moderator without drafts from other journeys. */
export async function newModerator(request: APIRequestContext): Promise<Person> {
  const person = await newReader(request, 'Wanda Writer');
  const admin = await tokenFor(request, ADMIN);
  await callApi(request, 'PATCH', `/api/admin/users/${person.id}/role`, admin, { role: 'moderator' });
  return person;
}

/** Sessions of seed accounts in this process. Each is started once. */
const sessions = new Map<string, Promise<Person & { readonly refreshToken: string }>>();

function signedIn(request: APIRequestContext, email: string) {
  const begin = () => identityCall(request, 'signInWithPassword', { email, password: PASSWORD });
  if (!email.endsWith('@inkwell.test')) return begin();
  const session = sessions.get(email) ?? begin();
  sessions.set(email, session);
  return session;
}

/** A token of an account, for setup outside the app. */
export const tokenFor = (request: APIRequestContext, email: string): Promise<Person> => signedIn(request, email);

/** Requests an email from the provider and reads the code in its link. For signed-in readers, the request contains their token. */
export async function mailedCode(
  request: APIRequestContext,
  mail: { readonly requestType: string; readonly idToken: string; readonly newEmail?: string },
): Promise<string> {
  const sent = await request.post(
    `http://127.0.0.1:${stackPorts().auth}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=local`,
    { data: { ...mail, returnOobLink: true }, headers: { Authorization: 'Bearer owner' } },
  );
  expect(sent.ok(), await sent.text()).toBe(true);
  return (await sent.json()).oobCode;
}

/**
 * Calls the API as a person. The test fails if the call fails.
 * @returns the parsed answer
 */
export async function callApi(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  person: Person | null,
  data?: object,
  // biome-ignore lint/suspicious/noExplicitAny: returns the answers of every call
): Promise<any> {
  const answer = await request.fetch(path, {
    method,
    headers: person ? { Authorization: `Bearer ${person.token}` } : {},
    ...(data && { data }),
  });
  const text = await answer.text();
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true);
  return text ? JSON.parse(text) : undefined;
}

/** A title that no other journey uses. */
export const unique = (title: string): string => `${title} ${randomUUID().slice(0, 8)}`;

export interface Post {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

type Listed = Post & { readonly authors: readonly { readonly id: string }[] };

/** The posts of the sample publication, the most popular ones first. */
export const popularPosts = async (request: APIRequestContext): Promise<[Listed, Listed, Listed, ...Listed[]]> =>
  (await request.get('/api/posts/popular?limit=50')).json();

/** Creates a post of the moderator, which is published unless the fields say otherwise. */
export async function newPost(
  request: APIRequestContext,
  fields: { readonly title?: string; readonly content?: string; readonly isPublished?: boolean } = {},
): Promise<Post> {
  const post = { title: unique('A post to talk about'), content: 'Say something.', isPublished: true, ...fields };
  return callApi(request, 'POST', '/api/posts', await tokenFor(request, MODERATOR), post);
}

export interface LocalMail {
  readonly to: string;
  readonly message: { readonly subject: string; readonly text: string };
}

/** The emails that the product has sent to an address, newest first. */
export const mailsTo = async (request: APIRequestContext, to: string): Promise<LocalMail[]> =>
  (await request.get(`/api/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json();

/** The first link in an email to this page of the product, with the token behind the `#`. */
export const linkIn = (mail: LocalMail | undefined, path: string): string =>
  new RegExp(`${path}#token=\\S+`).exec(mail?.message.text ?? '')?.[0] ?? '';

/** Fills in the form for signing in, which is on the page. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  const form = page.getByRole('region', { name: 'Sign in or create an account' });
  await form.getByRole('tab', { name: 'Sign In' }).click();
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  return form;
}

/** Signs in through the form. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/');
  const form = await fillSignIn(page, email, password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
}

export async function chooseInAccountMenu(page: Page, item: 'Profile' | 'Log out'): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Signs in through the form, and waits for the home page. */
export async function signInAndWait(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

/** The data that the identity provider stores in the browser of a signed-in person. */
export async function sessionOf(email: string, request: APIRequestContext): Promise<{ name: string; value: string }[]> {
  const { id, token, refreshToken } = await signedIn(request, email);
  const session = {
    uid: id,
    email,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { refreshToken, accessToken: token, expirationTime: Date.now() + 3_600_000 },
    apiKey: 'local',
    appName: '[DEFAULT]',
  };
  return [
    { name: 'firebase:authUser:local:[DEFAULT]', value: JSON.stringify(session) },
    { name: 'inkwell:had-session', value: '1' },
  ];
}

/**
 * Signs in without the form: the browser gets the session that the identity provider would have stored, replacing all previously stored data.
 * account.spec.ts tests the form itself.
 * @param origin the origin of the page if it is not the product's own
 */
export async function giveSession(page: Page, email: string, origin = productUrl()): Promise<void> {
  const localStorage = await sessionOf(email, page.request);
  // An open app would move the session into its own database, and a navigation at that moment would lose it.
  await page.goto('about:blank');
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
}

/** Opens the home page as a signed-in person. */
export async function openHomeAs(page: Page, email: string): Promise<void> {
  await giveSession(page, email);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}
