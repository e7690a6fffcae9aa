import { randomInt, randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { User } from '#src/contract/account.ts'
import { accountButton } from './locators.ts'

export interface Account {
  name: string
  email: string
  password: string
}

/** A browser, by a page of it or without one, that calls the API with its cookies. */
export type ApiCaller = Pick<BrowserContext, 'request'>

/** For requests without a page: a connection that the server closes while it is idle is opened again. */
export const IDLE_SAFE = { maxRetries: 1 }

/** The address that tests save as a user's own. */
/** A telephone number that no other test orders with: the cash orders of a number and a day have a limit. */
export const createPhone = (): string => `98290 ${randomInt(10_000, 100_000)}`

export const ADDRESS = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
  country: 'India',
  isDefault: true,
}

export const createAccountData = (): Account => ({
  name: 'Meera Nair',
  email: `meera-${randomUUID().slice(0, 8)}@visitor.example`,
  password: 'a lamp on the stepwell',
})

/** Waits for a mail to `email` whose subject matches. @returns its link as path and fragment. */
export async function getMailedLink(
  { request }: ApiCaller,
  email: string,
  subject = /./,
): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const inbox = `/dev/inbox.json?key=${process.env['INBOX_KEY']}`
      const response = await request.get(inbox, IDLE_SAFE)
      const { mails } = await response.json()
      const mail = mails.find(
        (mail: { to: string; subject: string }) => mail.to === email && subject.test(mail.subject),
      )
      link = mail?.links[0] ?? ''
      return link
    })
    .not.toBe('')
  const { pathname, hash } = new URL(link)
  return pathname + hash
}

export const getToken = (link: string): string =>
  new URLSearchParams(link.replace(/^[^#]*#/, '')).get('token') ?? ''

/** Calls the API with the cookies of this browser, as another device of the user would. */
export async function callApi<Body = unknown>(
  { request }: ApiCaller,
  method: string,
  path: string,
  data?: object,
): Promise<Body> {
  const init = { method, ...IDLE_SAFE, ...(data && { data }) }
  const response = await request.fetch(`/api${path}`, init)
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
  return (await response.json()) as Body
}

/** Creates an account with a verified address and signs this browser in. */
export async function signUpVerified(caller: ApiCaller): Promise<Account> {
  const account = createAccountData()
  const { email, password } = account
  await callApi(caller, 'POST', '/auth/signup', account)
  const token = getToken(await getMailedLink(caller, email))
  await callApi(caller, 'POST', '/auth/verify-email', { token })
  await callApi(caller, 'POST', '/auth/login', { email, password })
  return account
}

/** Creates an account with a verified address and leaves this page's browser signed out. */
export async function createVerifiedAccount(page: Page): Promise<Account> {
  const account = await signUpVerified(page)
  await page.context().clearCookies()
  return account
}

/** Saves profile fields of the signed-in user, as another device would. */
export const updateUser = (page: Page, fields: Partial<User>): Promise<unknown> =>
  callApi(page, 'PUT', '/users/update', { displayName: 'Meera Nair', ...fields })

/** Fills in the sign-up form of the open page. @returns the account it describes. */
export async function fillSignUp(page: Page, account = createAccountData()): Promise<Account> {
  await page.getByLabel('Full name').fill(account.name)
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await page.getByLabel(/accept the/).check()
  return account
}

/** Fills in and sends the login form of the open page. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Logs out by the account menu of the header. */
export async function logOut(page: Page): Promise<void> {
  await accountButton(page).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
}
