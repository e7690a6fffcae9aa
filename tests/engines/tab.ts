import { setTimeout as sleep } from 'node:timers/promises'
import type { Driver } from './driver.ts'

const WAIT_MS = 30_000
const POLL_MS = 60
const STILL_LOOKS = 10

export type Kind = 'button' | 'link' | 'field' | 'choice' | 'heading' | 'option'

interface Query {
  kind: Kind
  /** Source of a regular expression of the accessible name. */
  name: string
  /** Text of an article, list item or form that contains it. */
  within?: string
}

interface Place {
  x: number
  y: number
}

/** Runs in the page. Returns the centre of the first control that can be pressed, or null. */
function locate(argument: string): string {
  const { kind, name, within } = JSON.parse(argument) as Query
  const selectors = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    field: 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select',
    choice: 'input[type=radio], input[type=checkbox]',
    heading: 'h1, h2, h3',
    option: '[role=option]',
  }
  const textOf = (element: Element | null) =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const ownName = element.getAttribute('aria-label')
    if (ownName !== null) return ownName
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    const named = [...ids.map((id) => document.getElementById(id)), ...labels]
    return named.length > 0 ? named.map(textOf).join(' ') : textOf(element)
  }
  const isMoving = ({ effect, playState }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  if (document.getAnimations().some(isMoving)) return 'null'
  const modal = [...document.querySelectorAll('dialog[open]')].findLast((dialog) =>
    dialog.matches(':modal'),
  )
  for (const element of (modal ?? document).querySelectorAll(selectors[kind])) {
    if (!new RegExp(name).test(nameOf(element))) continue
    const group = element.closest('article, li, form')
    if (within !== undefined && !new RegExp(within).test(textOf(group))) continue
    // A label may have links; the control of some is not shown.
    const isShown = element.getBoundingClientRect().width > 4
    const label = (element as HTMLInputElement).labels?.[0]
    const target = kind === 'choice' && !isShown && label ? label : element
    if (!target.checkVisibility({ visibilityProperty: true })) continue
    if ((element as HTMLButtonElement).disabled || element.closest('[inert]')) continue
    // The page keeps presses of islands that are not awake; tests of Chromium try that.
    if (element.closest('astro-island[ssr]')) {
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      continue
    }
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
    const hit = document.elementFromPoint(x, y)
    // Something may cover it, e.g. a transition between two views.
    const isHit =
      target.contains(hit) || (kind === 'choice' && hit?.closest('label')?.contains(target))
    if (!isHit && kind !== 'heading') continue
    return JSON.stringify({ x, y })
  }
  return 'null'
}

/** Runs in the page. Selects the text of the focused field, so that typing replaces it. */
function selectText(): string {
  const field = document.activeElement as HTMLInputElement | null
  field?.select?.()
  return ''
}

/** Runs in the page. Returns its address and what it shows. */
const describePage = (): string =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden texts do not count
  `${location.href} ${document.querySelector('main')?.innerText.slice(0, 600)}`

/** Runs in the page. Returns whether a text is shown. */
function hasText(argument: string): string {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden texts do not count
  const text = document.body.innerText.replace(/\s+/g, ' ')
  return String(new RegExp(argument).test(text))
}

/** Runs in the page. Returns whether a radio button or check box of this name is chosen. */
function isChosen(argument: string): string {
  const choices = [...document.querySelectorAll<HTMLInputElement>('input:checked')]
  return String(
    choices.some(({ labels }) =>
      [...(labels ?? [])].some((label) => new RegExp(argument).test(label.textContent.trim())),
    ),
  )
}

/** Runs in the page. Returns the height of the page once it has radio buttons, and scrolls to them. */
function readHeight(): string {
  const choice = document.querySelector('input[type=radio]')
  const height = document.documentElement.scrollHeight
  choice?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return choice ? String(height) : ''
}

/** Runs in the page. Returns its path and query once it is loaded and every island is awake. */
function readAddress(): string {
  const asleep = document.querySelector(
    'astro-island[ssr]:not([client=visible]), html[data-page-script]',
  )
  const isReady = document.readyState === 'complete' && !asleep
  return isReady ? location.pathname + location.search : ''
}

/**
 * Runs in the page. Gives a control a value, as the browser's own list or calendar does, which no protocol opens.
 * Returns whether there is such a control.
 */
function setValue(argument: string): string {
  const { name, value } = JSON.parse(argument) as { name: string; value: string }
  for (const control of document.querySelectorAll<HTMLSelectElement | HTMLInputElement>(
    'select, input',
  )) {
    const label = control.labels?.[0]?.textContent ?? ''
    if (!new RegExp(name).test(label.trim()) || control.closest('astro-island[ssr]')) continue
    const options = control instanceof HTMLSelectElement ? [...control.options] : undefined
    const chosen = options ? options.find(({ text }) => text.includes(value))?.value : value
    if (chosen === undefined) continue
    // React replaces the setter of the element itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
      control,
      chosen,
    )
    for (const type of ['input', 'change'])
      control.dispatchEvent(new Event(type, { bubbles: true }))
    return 'true'
  }
  return 'false'
}

/** A shopper in a browser: finds controls by what a screen reader says, and uses pointer and keys. */
export function createTab(driver: Driver, origin: string) {
  /** Looks again and again until a value is there. A page that is being left answers with an error. */
  async function waitFor<Value>(
    what: string,
    read: () => Promise<Value | undefined>,
  ): Promise<Value> {
    const until = performance.now() + WAIT_MS
    let problem = ''
    for (;;) {
      const value = await read().catch((error: unknown) => {
        problem = `: ${error}`
        return undefined
      })
      if (value !== undefined) return value
      if (performance.now() > until) throw new Error(`Waited for ${what}${problem}.`)
      await sleep(POLL_MS)
    }
  }

  const call = (run: (argument: string) => string, argument = '') =>
    driver.call(String(run), argument)

  const findPlace = (query: Query): Promise<Place> => {
    let former = ''
    return waitFor(`the ${query.kind} ${query.name}`, async () => {
      const found = await call(locate, JSON.stringify(query))
      const isStill = found !== 'null' && found === former
      former = found
      return isStill ? (JSON.parse(found) as Place) : undefined
    })
  }

  async function click(kind: Kind, name: string, within?: string): Promise<void> {
    const { x, y } = await findPlace({ kind, name, ...(within !== undefined && { within }) })
    const actions = [
      { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await driver.perform({ type: 'pointer', id: 'mouse', actions })
  }

  async function type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await driver.perform({ type: 'key', id: 'keyboard', actions })
  }

  return {
    waitFor,
    click,
    type,
    call,
    /** Waits until the page at an address is open and can be used. */
    expectPath: (path: string) =>
      waitFor(`the address ${path}`, async () => {
        const address = await call(readAddress)
        return address !== '' && new RegExp(path).test(address) ? address : undefined
      }),
    async open(path: string): Promise<void> {
      // Otherwise the page that is open could be taken for the new one, and a fragment would not load any.
      await driver.goto('about:blank')
      await waitFor('an empty page', async () =>
        (await driver.call('() => location.href', '')) === 'about:blank' ? true : undefined,
      )
      await driver.goto(origin + path)
      await waitFor(`the page ${path}`, async () =>
        (await call(readAddress)).startsWith('/') ? true : undefined,
      )
    },
    expectText: (text: string) =>
      waitFor(`the text ${text}`, async () =>
        (await call(hasText, text)) === 'true' ? true : undefined,
      ),
    expectNoText: (text: string) =>
      waitFor(`no text ${text}`, async () =>
        (await call(hasText, text)) === 'false' ? true : undefined,
      ),
    expectControl: (kind: Kind, name: string, within?: string) =>
      findPlace({ kind, name, ...(within !== undefined && { within }) }),
    /** Waits for the radio buttons of a page. The page must keep its height from then on. */
    async expectStillPage(): Promise<void> {
      const read = async () => (await call(readHeight)) || undefined
      const height = await waitFor('radio buttons', read)
      for (let look = 0; look < STILL_LOOKS; look += 1) {
        await sleep(POLL_MS)
        const later = await read()
        if (later !== height) throw new Error(`The page was ${height} px high, then ${later} px.`)
      }
    },
    /** Presses a radio button or check box, and waits until it is chosen. */
    async check(name: string): Promise<void> {
      await click('choice', name)
      await waitFor(`the choice of ${name}`, async () =>
        (await call(isChosen, name)) === 'true' ? true : undefined,
      )
    },
    async fill(name: string, text: string): Promise<void> {
      await click('field', name)
      await call(selectText)
      await type(text)
    },
    /** Chooses an option of a list, or a day. */
    choose: (name: string, value: string) =>
      waitFor(`the choice ${value} of ${name}`, async () =>
        (await call(setValue, JSON.stringify({ name, value }))) === 'true' ? true : undefined,
      ),
    /** Returns the address and the text of the page, for the message of a failure. */
    describe: () => call(describePage).catch(String),
    traverse: driver.traverse,
    acceptAlert: () => waitFor('an alert', driver.acceptAlert),
  }
}

export type Tab = ReturnType<typeof createTab>
