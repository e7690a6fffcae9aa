import { type ChildProcess, fork } from 'node:child_process'
import { PublishError } from './publish-error.ts'

const OUTPUT_KEPT = 16 * 1024
const REASON_MAX = 400
/** Between two collections the old space of a thread grows by no more: it would double otherwise. */
const GROWING_PERCENT = 15
/** With more than this the two threads of a large build would not stay within 1.5 GB together. */
const YOUNG_SPACE_MB = 12

export interface AstroBuildOptions {
  root: string
  /** File with the catalogue's snapshot. */
  catalogueFile: string
  outDir: string
  env: Record<string, string>
  signal?: AbortSignal | undefined
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  /** What the build itself gave as its reason. */
  reason: string | undefined
  output: string
}

function ending(child: ChildProcess): Promise<Ended> {
  let reason: string | undefined
  let output = ''
  const keep = (chunk: string) => {
    output = (output + chunk).slice(-OUTPUT_KEPT)
  }
  child.stdout?.setEncoding('utf8').on('data', keep)
  child.stderr?.setEncoding('utf8').on('data', keep)
  child.on('message', (message) => {
    reason = String(message)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, reason, output }))
  })
}

function whyOf({ signal, reason, output }: Ended, root: string): string {
  if (signal) return `its process was ended by ${signal}, perhaps for want of memory`
  const last = output.trim().split('\n').at(-1)
  const why = (reason ?? (last || 'it gave no reason')).replaceAll(
    `${root.replace(/\/$/, '')}/`,
    '',
  )
  return why.replace(/[.\s]+$/, '').slice(0, REASON_MAX)
}

/**
 * Runs Astro's build in a process of its own, which ends with this one.
 * @throws PublishFailed with what Astro said.
 */
export async function runAstroBuild(build: AstroBuildOptions): Promise<void> {
  build.signal?.throwIfAborted()
  const child = fork(new URL('./astro-child.ts', import.meta.url), [], {
    cwd: build.root,
    env: {
      ...process.env,
      ...build.env,
      NODE_ENV: 'production',
      NO_COLOR: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      KAIRAVI_CATALOGUE: build.catalogueFile,
      KAIRAVI_OUT_DIR: build.outDir,
    },
    execArgv: [
      `--max-semi-space-size=${YOUNG_SPACE_MB}`,
      `--heap-growing-percent=${GROWING_PERCENT}`,
    ],
    silent: true,
  })
  const stop = () => child.kill('SIGKILL')
  build.signal?.addEventListener('abort', stop)
  const ended = await ending(child)
  build.signal?.removeEventListener('abort', stop)
  build.signal?.throwIfAborted()
  if (ended.code !== 0)
    throw new PublishError(`The site could not be built: ${whyOf(ended, build.root)}.`)
}
