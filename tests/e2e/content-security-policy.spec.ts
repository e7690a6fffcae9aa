import type { Page } from '@playwright/test'
import { expect, test, waitForIsland } from '#tools/browser-test.ts'

const EVIL = 'https://evil.example'

/** HTML that an attacker has brought into a page, with the number of the attack in what it does. */
const ATTACKS: Record<string, (script: string, address: string) => string> = {
  'an inline script': (script) => `<script>${script}</script>`,
  'an inline module': (script) => `<script type="module">${script}</script>`,
  'a script with a nonce': (script) => `<script nonce="x">${script}</script>`,
  'an event handler': (script) => `<img src="/none" alt="" onerror="${script}">`,
  'a handler of a drawing': (script) => `<svg onload="${script}"></svg>`,
  'a handler of a toggle': (script) => `<details open ontoggle="${script}"></details>`,
  'a script of another origin': (_, address) => `<script src="${address}.js"></script>`,
  'a module of another origin': (_, address) =>
    `<script type="module" src="${address}.js"></script>`,
  'a script in its address': (script) => `<script src="data:text/javascript,${script}"></script>`,
  'an import': (_, address) => `<script type="module">import '${address}.js'</script>`,
  'a preloaded module': (_, address) => `<link rel="modulepreload" href="${address}.js">`,
  'a frame with a page in it': (script) => `<iframe srcdoc="<script>${script}</script>"></iframe>`,
  'a frame with a script': (script) => `<iframe src="javascript:${script}"></iframe>`,
  'a frame of another origin': (_, address) => `<iframe src="${address}.html"></iframe>`,
  'an object': (_, address) => `<object data="${address}.html"></object>`,
  'a link with a script': (script) => `<a href="javascript:void(${script})">x</a>`,
  'a style sheet of another origin': (_, address) =>
    `<link rel="stylesheet" href="${address}.css">`,
  'an inline style': (_, address) => `<style>main{background:url(${address}.png)}</style>`,
  'a style attribute': (_, address) => `<p style="background:url(${address}.png)">x</p>`,
  'a picture of another origin': (_, address) => `<img alt="" src="${address}.png">`,
  'a video of another origin': (_, address) =>
    `<video preload="auto" src="${address}.webm"></video>`,
  // What scripts of the page fetch, as the page names it.
  'an island of another origin': (_, address) =>
    `<astro-island ssr client="painted" component-url="${address}.js" renderer-url="${address}.js" opts="{}" props="{}"></astro-island>`,
}
const NAMES = Object.keys(ATTACKS)

/** The number is in the path, or in the list of the outermost window. */
const HTML = NAMES.map((name, number) =>
  ATTACKS[name]?.(`(top.attacks??=[]).push(${number})`, `${EVIL}/${number}`),
).join('\n')

/** Opens a page into which the HTML was brought, as by an error of the server. @returns what succeeds. */
async function openAttacked(page: Page, policy: 'kept' | 'removed') {
  const fetched = new Set<number>()
  await page.route(`${EVIL}/**`, async (route) => {
    fetched.add(Number.parseInt(new URL(route.request().url()).pathname.slice(1), 10))
    const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' }
    await route.fulfill({ body: 'export default 1', headers })
  })
  await page.route('/contact', async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': sent = '', ...others } = response.headers()
    expect(sent).not.toBe('')
    const headers = policy === 'kept' ? response.headers() : others
    const text = await response.text()
    await route.fulfill({
      response,
      headers,
      body: text.replace(/<main[^>]*>/, (main) => main + HTML),
    })
  })
  await page.goto('/contact')
  for (const link of await page.getByRole('link', { name: 'x', exact: true }).all())
    await link.evaluate((link) => (link as HTMLElement).click())
  await waitForIsland(page.getByRole('banner'))
  return async () => {
    const run = await page.evaluate(() => ('attacks' in window ? (window.attacks as number[]) : []))
    const succeeded = new Set([...run, ...fetched])
    return NAMES.filter((_, number) => succeeded.has(number))
  }
}

test('HTML that an attacker brings into a page runs no script and fetches nothing of another origin; without the policy, it does in each of these ways', async ({
  page,
  context,
  console,
}) => {
  console.allow(/./)
  const listSucceeded = await openAttacked(page, 'removed')
  await expect.poll(listSucceeded).toEqual(NAMES)
  const other = await context.newPage()
  const listWithPolicy = await openAttacked(other, 'kept')
  await other.waitForLoadState()
  expect(await listWithPolicy()).toEqual([])
})
