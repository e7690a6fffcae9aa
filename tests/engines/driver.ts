import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tools/http-server.ts'

// The two engines that Playwright does not install here, by the protocols of the W3C: WebDriver for WebKitGTK, and
// WebDriver BiDi for Firefox, which needs no further program.

const WEBKIT = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/xvfb-run'
const FIREFOX = '/usr/bin/firefox-esr'

const START_MS = 60_000
const COMMAND_MS = 60_000
/** A script gets no answer in WebKit if its page is left meanwhile. It is then run again. */
const SCRIPT_MS = 8_000
const POLL_MS = 50
const SIZE = { width: 1280, height: 900 }

/** A source of input with its actions, as both protocols take it. */
export interface InputSource {
  type: 'pointer' | 'key'
  id: string
  actions: object[]
}

/** One tab of a browser. */
export interface Driver extends AsyncDisposable {
  goto(url: string): Promise<void>
  /** Calls a function of the page. @param source an expression of a function that takes and returns a text. */
  call(source: string, argument: string): Promise<string>
  perform(source: InputSource): Promise<void>
  /** Goes back, or forward. */
  traverse(delta: -1 | 1): Promise<void>
  /** Closes the alert that is open. @returns its text; undefined while none is open. */
  acceptAlert(): Promise<string | undefined>
}

export interface Engine {
  name: string
  /** Programs that it needs, and the packages of Debian that have them. */
  programs: string[]
  packages: string[]
  open(): Promise<Driver>
}

/** Ends a program with all its children. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const closed = new Promise((resolve) => child.once('close', resolve))
  process.kill(-child.pid, 'SIGTERM')
  if ((await Promise.race([closed, sleep(5_000, 'late')])) === 'late')
    process.kill(-child.pid, 'SIGKILL')
}

function start(command: string, args: string[]): ChildProcess {
  return spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function openWebKit(): Promise<Driver> {
  const port = await findFreePort()
  const screen = `-screen 0 ${SIZE.width}x${SIZE.height}x24`
  const child = start(XVFB, [
    '--auto-servernum',
    `--server-args=${screen}`,
    WEBKIT,
    `--port=${port}`,
  ])
  const root = `http://127.0.0.1:${port}`
  const send = async (
    method: string,
    path: string,
    body?: object,
    timeoutMs = COMMAND_MS,
  ): Promise<unknown> => {
    const response = await fetch(root + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  const until = performance.now() + START_MS
  while (!(await send('GET', '/status').catch(() => undefined))) {
    if (performance.now() > until || child.exitCode !== null)
      throw new Error('WebKitWebDriver does not start.')
    await sleep(POLL_MS)
  }
  const capabilities = {
    // With another strategy, a page whose load event comes late holds up every command.
    alwaysMatch: { pageLoadStrategy: 'none', unhandledPromptBehavior: 'ignore' },
  }
  const { sessionId } = (await send('POST', '/session', { capabilities })) as { sessionId: string }
  const session = `/session/${sessionId}`
  await send('POST', `${session}/window/rect`, { ...SIZE, x: 0, y: 0 })
  return {
    goto: async (url) => void (await send('POST', `${session}/url`, { url })),
    call: async (source, argument) => {
      const script = `return (${source})(arguments[0])`
      const body = { script, args: [argument] }
      return (await send('POST', `${session}/execute/sync`, body, SCRIPT_MS)) as string
    },
    perform: async (source) =>
      void (await send('POST', `${session}/actions`, { actions: [source] })),
    traverse: async (delta) =>
      void (await send('POST', `${session}/${delta < 0 ? 'back' : 'forward'}`, {})),
    acceptAlert: async () => {
      const text = await send('GET', `${session}/alert/text`).catch(() => undefined)
      if (text !== undefined) await send('POST', `${session}/alert/accept`, {})
      return text as string | undefined
    },
    [Symbol.asyncDispose]: async () => {
      await send('DELETE', session).catch(() => undefined)
      await end(child)
    },
  }
}

interface BidiMessage {
  id?: number
  method?: string
  params?: { message?: string }
  result?: unknown
  error?: string
  message?: string
}

async function openFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'kairavi-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = start(FIREFOX, args)
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += chunk
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('close', () => reject(new Error('Firefox does not start.')))
    setTimeout(() => reject(new Error('Firefox does not start.')), START_MS).unref()
  })
  const socket = new WebSocket(`${address}/session`)
  const pending = new Map<number, (message: BidiMessage) => void>()
  let alert: string | undefined
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage
    if (message.id !== undefined) pending.get(message.id)?.(message)
    if (message.method === 'browsingContext.userPromptOpened') alert = message.params?.message
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let lastId = 0
  const send = async (method: string, params: object): Promise<unknown> => {
    const id = ++lastId
    const answer = new Promise<BidiMessage>((resolve) => pending.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const late = sleep(COMMAND_MS, { error: 'timeout', message: method }, { ref: false })
    const { result, error, message } = (await Promise.race([answer, late])) as BidiMessage
    pending.delete(id)
    if (error) throw new Error(`${error}: ${message}`)
    return result
  }
  const unhandledPromptBehavior = { default: 'ignore' }
  await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior } } })
  await send('session.subscribe', { events: ['browsingContext.userPromptOpened'] })
  // The first tab has no focus: its fields would get no focus events.
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
  await send('browsingContext.setViewport', { context, viewport: SIZE })
  return {
    goto: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'none' })),
    call: async (source, argument) => {
      const answer = (await send('script.callFunction', {
        functionDeclaration: source,
        arguments: [{ type: 'string', value: argument }],
        target: { context },
        awaitPromise: false,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } }
      if (!answer.result) throw new Error(answer.exceptionDetails?.text)
      return answer.result.value
    },
    perform: async (source) =>
      void (await send('input.performActions', { context, actions: [source] })),
    traverse: async (delta) =>
      void (await send('browsingContext.traverseHistory', { context, delta })),
    acceptAlert: async () => {
      const text = alert
      if (text === undefined) return undefined
      alert = undefined
      await send('browsingContext.handleUserPrompt', { context, accept: true })
      return text
    },
    [Symbol.asyncDispose]: async () => {
      socket.close()
      await end(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

const isMissing = (program: string): boolean => !existsSync(program)

export const ENGINES: Engine[] = [
  {
    name: 'WebKit',
    programs: [WEBKIT, XVFB],
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    open: openWebKit,
  },
  { name: 'Firefox', programs: [FIREFOX], packages: ['firefox-esr'], open: openFirefox },
]

export const isInstalled = ({ programs }: Engine): boolean => !programs.some(isMissing)
