import { type ChildProcess, fork } from 'node:child_process'
import { PublishError } from './publish-error.ts'

/** Characters of the output that are kept for an error message, and of the message itself. */
const MAX_OUTPUT_LENGTH = 16 * 1024
const MAX_REASON_LENGTH = 400
/** Growth of a thread's old space between two garbage collections; V8's default is to double it. */
const GROWING_PERCENT = 15
/** Limit that keeps the two threads of a large build within 1.5 GB together. */
const YOUNG_SPACE_MB = 12

export interface AstroBuildOptions {
  root: string
  /** Path of the catalogue's snapshot, JSON. */
  catalogueFile: string
  outDir: string
  env: Record<string, string>
  signal?: AbortSignal | undefined
}

interface BuildExit {
  code: number | null
  signal: NodeJS.Signals | null
  /** The error that the build sent before it exited. */
  reason: string | undefined
  output: string
}

function waitForExit(child: ChildProcess): Promise<BuildExit> {
  let reason: string | undefined
  let output = ''
  const append = (chunk: string) => {
    output = (output + chunk).slice(-MAX_OUTPUT_LENGTH)
  }
  child.stdout?.setEncoding('utf8').on('data', append)
  child.stderr?.setEncoding('utf8').on('data', append)
  child.on('message', (message) => {
    reason = String(message)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, reason, output }))
  })
}

function formatReason({ signal, reason, output }: BuildExit, root: string): string {
  if (signal) return `its process was ended by ${signal}, perhaps because memory ran out`
  const lastLine = output.trim().split('\n').at(-1)
  const folder = `${root.replace(/\/$/, '')}/`
  const text = (reason ?? (lastLine || 'it gave no reason')).replaceAll(folder, '')
  return text.replace(/[.\s]+$/, '').slice(0, MAX_REASON_LENGTH)
}

/**
 * Runs Astro's build in a child process, which exits with this one.
 * @throws PublishError with Astro's reason.
 */
export async function runAstroBuild(options: AstroBuildOptions): Promise<void> {
  options.signal?.throwIfAborted()
  const child = fork(new URL('./astro-child.ts', import.meta.url), [], {
    cwd: options.root,
    env: {
      ...process.env,
      ...options.env,
      NODE_ENV: 'production',
      NO_COLOR: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      KAIRAVI_CATALOGUE: options.catalogueFile,
      KAIRAVI_OUT_DIR: options.outDir,
    },
    execArgv: [
      `--max-semi-space-size=${YOUNG_SPACE_MB}`,
      `--heap-growing-percent=${GROWING_PERCENT}`,
    ],
    silent: true,
  })
  const kill = () => child.kill('SIGKILL')
  options.signal?.addEventListener('abort', kill)
  const exit = await waitForExit(child)
  options.signal?.removeEventListener('abort', kill)
  options.signal?.throwIfAborted()
  if (exit.code !== 0)
    throw new PublishError(`The site could not be built: ${formatReason(exit, options.root)}.`)
}
