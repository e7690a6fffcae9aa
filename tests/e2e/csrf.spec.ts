import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { endpoints } from '#src/contract/endpoints.ts'
import { type Account, expect, signUpVerified, test } from '#tests/helpers/browser-test.ts'
import { addToCart, getProduct } from '#tests/helpers/catalogue.ts'

// T6 in a real browser: a page of somebody else, open beside the shop, tries every call that changes
// something by every way that a page has. From another port of this host the cookie goes along, as
// it is the same site; from 127.0.0.1 it is another site.

/** What each call would need to do harm; calls with an id get one that is there. */
const bodies = (productId: string, { email, password }: Account): Record<string, object> => ({
  'POST /cart': { productId, quantity: 1 },
  'PATCH /cart/:id': { change: 1 },
  'POST /wishlist/': { productId },
  'PUT /users/update': { displayName: 'Eve' },
  'POST /users/complete-profile': {
    phone: '9876543210',
    gender: 'female',
    dob: '1990-01-02',
    addresses: [{ address: '1 Hill Road', city: 'Pune' }],
  },
  'PUT /auth/password': { currentPassword: password, newPassword: 'a password of eve' },
  'DELETE /users/account': { confirmation: password },
  'POST /auth/login': { email, password },
})

interface Attempt {
  method: string
  url: string
  body: string
}

/** Runs in the foreign page: every way it has of making one call. @returns how many were tried. */
async function attack(attempts: Attempt[]): Promise<number> {
  let tried = 0
  const quietly = (way: Promise<unknown>) => {
    tried += 1
    return way.catch(() => undefined)
  }
  const sent = (url: string, init: RequestInit) =>
    quietly(fetch(url, { credentials: 'include', ...init }))
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
    await sent(url, { method, headers, body })
    await sent(url, { method, body: new Blob([body]) })
    await sent(url, { method, headers: { 'content-type': 'text/plain' }, body })
    await quietly(picture(url))
    if (method !== 'POST') continue
    await sent(url, { method, mode: 'no-cors', body })
    await sent(url, { method, mode: 'no-cors', body: new Blob([body]) })
    await quietly(Promise.resolve(navigator.sendBeacon(url, body)))
    for (const enctype of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
      await quietly(post(url, enctype, body))
  }
  return tried
}

/** All that the calls could have changed, as the shopper sees it. */
async function state(page: Page): Promise<unknown> {
  const read = async (path: string) => (await page.request.get(`/api${path}`)).json()
  const { user } = await read('/users/getUserProfile')
  const { cart } = await read('/cart')
  const { wishlist } = await read('/wishlist/')
  const { sessions } = await read('/users/sessions')
  return { user, cart, wishlist, sessions: sessions.length }
}

for (const host of ['localhost', '127.0.0.1'])
  test(`T6 a page of ${host} with another port changes nothing here`, async ({
    page,
    baseURL,
    console,
  }) => {
    test.slow()
    console.allow(/./)
    const foreign = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Win a watch</title>')
    }).listen(0, host)
    await once(foreign, 'listening')

    const shopper = await signUpVerified(page)
    const piece = await getProduct(page)
    await addToCart(page, piece)
    const before = await state(page)
    const { cart } = before as { cart: { id: string }[] }
    const good = bodies(piece.id, shopper)
    const attempts = Object.keys(endpoints)
      .filter((name) => !name.startsWith('GET '))
      .map((name) => {
        const [method = '', path = ''] = name.split(' ')
        const id = path.startsWith('/wishlist') ? piece.id : (cart[0]?.id ?? '')
        const ended = path.startsWith('/users/sessions') ? 'others' : id
        const url = `${baseURL}/api${path.replace(':id', ended)}`
        return { method, url, body: JSON.stringify(good[name] ?? {}) }
      })
    expect(attempts.length).toBeGreaterThan(15)

    const eve = await page.context().newPage()
    await eve.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/`)
    expect(await eve.evaluate(attack, attempts)).toBeGreaterThan(100)
    expect(await state(page)).toEqual(before)

    // The same call from the shop's own page does what it says: the bodies were good.
    await page.goto('/about')
    const own = attempts.filter(({ url }) => url.endsWith('/api/cart'))
    await page.evaluate(attack, own)
    expect(await state(page)).not.toEqual(before)
    foreign.close()
  })
