import { IDLE_SAFE, signUpVerified } from '#tools/accounts.ts'
import { expect, test } from '#tools/browser-test.ts'
import { addToCart, getProduct } from '#tools/catalog.ts'
import { serve } from '#tools/http-server.ts'

/**
 * Runs in a page: sends a call in every way that a page has, of one of the endpoints:
 * tests/api/once/cross-origin.test.ts has all of them, and the headers that each way sends.
 */
async function attack({ url, body }: { url: string; body: string }): Promise<void> {
  const send = (init: RequestInit) =>
    fetch(url, { method: 'POST', credentials: 'include', ...init }).catch(() => undefined)
  const submit = (enctype: string) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.name = `frame-${enctype}`
      document.body.append(frame)
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: url, enctype, target: frame.name })
      const field = document.createElement('input')
      // As text/plain this is sent as JSON: {"…":…,"x":"="}
      field.name = body.replace(/\}$/, ',"x":"')
      field.value = '"}'
      form.append(field)
      document.body.append(form)
      frame.addEventListener('load', resolve)
      form.submit()
    })
  const showPicture = new Promise((resolve) => {
    const image = new Image()
    image.addEventListener('load', resolve)
    image.addEventListener('error', resolve)
    image.src = url
  })
  navigator.sendBeacon(url, body)
  await Promise.all([
    send({ headers: { 'content-type': 'application/json' }, body }),
    send({ headers: { 'content-type': 'text/plain' }, body }),
    send({ body: new Blob([body]) }),
    send({ mode: 'no-cors', body }),
    send({ mode: 'no-cors', body: new Blob([body]) }),
    showPicture,
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].map(submit),
  ])
}

test('a page of another port or host changes nothing, in any way that it has to send (T6)', async ({
  page,
  baseURL,
  console,
}) => {
  console.allow(/./)
  await using foreign = await serve((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Win a watch</title>')
  })
  const { port } = new URL(foreign.url)
  await signUpVerified(page)
  const product = await getProduct(page)
  await addToCart(page, product)
  const readCart = async () => (await (await page.request.get('/api/cart', IDLE_SAFE)).json()).cart
  const before = await readCart()
  const body = JSON.stringify({ productId: product.id, quantity: 1 })
  const call = { url: `${baseURL}/api/cart`, body }

  const other = await page.context().newPage()
  // To another port of this host the cookie is sent (same site), from 127.0.0.1 it is not.
  for (const host of ['localhost', '127.0.0.1'])
    await test.step(host, async () => {
      await other.goto(`http://${host}:${port}/`)
      await other.evaluate(attack, call)
      expect(await readCart()).toEqual(before)
    })
  // From the shop's own page the same requests succeed.
  await page.goto('/about')
  await page.evaluate(attack, call)
  expect(await readCart()).not.toEqual(before)
})
