import { messages } from '#src/channels/messages.ts'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import { defaultFacts, toTokens } from '#src/content/facts.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { formatDay } from '#src/rules/dates.ts'
import { categoryPath, paths, productPath } from '#src/rules/paths.ts'
import { IDLE_SAFE } from '#tools/accounts.ts'
import { expect, test } from '#tools/browser-test.ts'

const PRODUCT = 'kalam-lacquer-fountain-pen'

const SETTINGS = {
  name: undefined,
  officer: undefined,
  grievanceEmail: undefined,
  paymentLimits: { codLimit: 200_000 },
}

/** Texts without marks of rich text and breaks. */
const toPlain = (text: string): string =>
  text
    .replace(/\*\*|\[|\]\([^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [toPlain(value)]
  return value && typeof value === 'object' ? Object.values(value).flatMap(listTexts) : []
}

/** Texts of three words or more that are no label of a control or a drawing, without what is counted. */
function listSentences(): string[] {
  const computed =
    /^\d+\. |^At least \d+ characters\. |^Up to \d+ letters\. |^(?:Rated [\d.]+ )?out of 5,.*$|^, \d+ pieces$|^\d+ \/ \d+$|^© \d+ Kairavi, Jaipur\. /
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const sentences: string[] = []
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode
    const isControl = parent?.closest(
      'a, button, label, option, legend, dt, time, svg, script, style, noscript',
    )
    const text = (textContent ?? '').replace(/\s+/g, ' ').trim().replace(computed, '')
    if (!isControl && text.split(' ').length > 2) sentences.push(text)
  }
  return sentences
}

test('each sentence of the public pages is a field of a record or of a product', async ({
  page,
}) => {
  const read = async (path: string) => (await page.request.get(path, IDLE_SAFE)).json()
  const records = DEFAULT_IDS.map((id) => getDefaultContent(id))
  const validFrom = formatDay(getDefaultContent('privacy').validFrom)
  const facts = { ...toTokens(SETTINGS, defaultFacts), validFrom }
  const known = [
    ...listTexts(fillTokens(records, facts)),
    ...listTexts([
      await read('/api/products/get-all-products'),
      await read(`/api/products/slug/${PRODUCT}`),
    ]),
    // The specification fixes what calls answer and how prices are explained (§4, §8).
    ...listTexts(messages),
  ].join('\n')
  const shown = new Map<string, string>()
  for (const path of [
    ...[paths.home, paths.shop, categoryPath('watches'), productPath(PRODUCT)],
    ...[paths.about, paths.contact, paths.faqs, paths.shippingReturns, paths.care, paths.sizes],
    ...[paths.authenticity, paths.privacy, paths.terms, paths.partner, paths.login, paths.signup],
    ...[paths.forgotPassword, paths.cart, paths.wishlist, paths.offline, '/404', '/410'],
  ]) {
    await page.goto(path)
    for (const text of await page.evaluate(listSentences)) shown.set(text, path)
  }
  const unknown = [...shown].filter(([text]) => !known.includes(text))
  expect(unknown).toEqual([])
})
