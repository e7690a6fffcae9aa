import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { IDLE_SAFE, signUpVerified } from '#tests/helpers/accounts.ts'
import { expect, test } from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct } from '#tests/helpers/catalog.ts'

// A foreign page, open beside the shop, sends state-changing requests in every way that a page has (T6);
// tests/api/once/cross-origin.test.ts has every call. From another port of this host the cookie is sent (same site), from 127.0.0.1 it is not.

interface Attempt {
  method: string
  url: string
  body: string
}

/** Runs in the foreign page: sends each call in every way. @returns the number of attempts. */
async function attack(attempts: Attempt[]): Promise<number> {
  let tried = 0
  const attempt = (request: Promise<unknown>) => {
    tried += 1
    return request.catch(() => undefined)
  }
  const send = (url: string, init: RequestInit) =>
    attempt(fetch(url, { credentials: 'include', ...init }))
  const post = (url: string, enctype: string, body: string) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.name = `frame-${tried}`
      document.body.append(frame)
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: url, enctype, target: frame.name })
      const field = document.createElement('input')
      // As text/plain this is sent as JSON: {"…":…,"x":"="}
      field.name = body.replace(/\}$/, `${body === '{}' ? '' : ','}"x":"`)
      field.value = '"}'
      form.append(field)
      document.body.append(form)
      frame.addEventListener('load', resolve)
      form.submit()
    })
  const picture = (url: string) =>
    new Promise((resolve) => {
      const image = new Image()
      image.addEventListener('load', resolve)
      image.addEventListener('error', resolve)
      image.src = url
    })

  for (const { method, url, body } of attempts) {
    const headers = { 'content-type': 'application/json' }
    await Promise.all([
      send(url, { method, headers, body }),
      send(url, { method, body: new Blob([body]) }),
      send(url, { method, headers: { 'content-type': 'text/plain' }, body }),
      attempt(picture(url)),
    ])
    if (method !== 'POST') continue
    await Promise.all([
      send(url, { method, mode: 'no-cors', body }),
      send(url, { method, mode: 'no-cors', body: new Blob([body]) }),
      attempt(Promise.resolve(navigator.sendBeacon(url, body))),
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].map((enctype) =>
        attempt(post(url, enctype, body)),
      ),
    ])
  }
  return tried
}

/** Everything that the calls could change. */
async function getState(page: Page): Promise<unknown> {
  const read = async (path: string) => (await page.request.get(`/api${path}`, IDLE_SAFE)).json()
  const { user } = await read('/users/getUserProfile')
  const { cart } = await read('/cart')
  const { wishlist } = await read('/wishlist/')
  const { sessions } = await read('/users/sessions')
  return { user, cart, wishlist, sessions: sessions.length }
}

test('a page of another port or host changes nothing, in any way that it has to send (T6)', async ({
  page,
  baseURL,
  console,
}) => {
  console.allow(/./)
  const foreign = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Win a watch</title>')
  }).listen(0)
  await once(foreign, 'listening')
  const { port } = foreign.address() as AddressInfo

  const { password } = await signUpVerified(page)
  const product = await getProduct(page)
  await addToCart(page, product)
  const before = await getState(page)
  const attempts = [
    ['POST', '/cart', { productId: product.id, quantity: 1 }],
    ['POST', '/wishlist/', { productId: product.id }],
    ['PUT', '/users/update', { displayName: 'Eve' }],
    ['DELETE', '/users/sessions/others', {}],
    ['DELETE', '/users/account', { confirmation: password }],
    ['POST', '/auth/logout', {}],
  ].map(([method, path, body]) => ({
    ...{ method: `${method}`, url: `${baseURL}/api${path}`, body: JSON.stringify(body) },
  }))

  const other = await page.context().newPage()
  for (const host of ['localhost', '127.0.0.1'])
    await test.step(host, async () => {
      await other.goto(`http://${host}:${port}/`)
      expect(await other.evaluate(attack, attempts)).toBe(42)
      expect(await getState(page)).toEqual(before)
    })
  // From the shop's own page the same requests succeed.
  await page.goto('/about')
  const own = attempts.filter(({ url }) => url.endsWith('/api/cart'))
  await page.evaluate(attack, own)
  expect(await getState(page)).not.toEqual(before)
  foreign.close()
})
