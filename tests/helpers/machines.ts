import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmdirSync, symlinkSync } from 'node:fs'
import { findFreePort } from '#tools/http-server.ts'

/** Where the processes of one machine of a shop run. */
export interface Machine extends AsyncDisposable {
  /** Where the test reaches it. */
  host: string
  port: number
  /** Where it reaches the test, e.g. its database. */
  gateway: string
  /** A command that runs another one there. */
  prefix: string[]
  /** Takes it off the network; undefined where it has none of its own. */
  unplug?: () => void
}

/** A folder of another machine, and where this one has it, to read only. */
interface SharedFolder {
  from: string
  to: string
}

const PORT = 4321
const UNSHARE = '/usr/bin/unshare'

/** Mounts $1 at $2 if it exists, and lasts until its input ends. */
const HOLDER = `set -e
ip link set lo up
if [ -n "$1" ]; then mount --bind "$1" "$2"; mount -o remount,bind,ro "$2"; fi
echo ready
exec cat`

/** Runs of other processes on this computer have other addresses, from 10.192.0.0 to 10.255.255.255. */
function toAddress(index: number, last: number): string {
  const run = process.pid % 2 ** 14
  return `10.${192 + (run >> 8)}.${run & 255}.${4 * index + last}`
}

async function end(holder: ChildProcess): Promise<void> {
  const exited = holder.exitCode === null && once(holder, 'exit')
  holder.stdin?.end()
  await exited
}

/**
 * A network and mounts of its own, as namespaces of Linux, which end with the process that holds them.
 * @throws Error where this user may have none.
 */
async function createNamespaces(index: number, shared?: SharedFolder): Promise<Machine> {
  const folders = [shared?.from ?? '', shared?.to ?? '']
  const holder = spawn(UNSHARE, ['--net', '--mount', 'sh', '-c', HOLDER, 'sh', ...folders], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const { pid } = holder
  const prefix = ['nsenter', `--net=/proc/${pid}/ns/net`, `--mount=/proc/${pid}/ns/mnt`]
  const [gateway, host] = [toAddress(index, 1), toAddress(index, 2)]
  const link = `kv${process.pid}n${index}`
  const run = (...command: string[]) =>
    execFileSync(command[0] ?? '', command.slice(1), { stdio: 'ignore' })
  const ip = (line: string) => void run('ip', ...line.split(' '))
  const ipInside = (line: string) => void run(...prefix, 'ip', ...line.split(' '))
  try {
    const ended = Promise.race([once(holder, 'error'), once(holder, 'exit')])
    const isReady = await Promise.race([once(holder.stdout, 'data'), ended.then(() => false)])
    if (isReady === false) throw new Error('There are no namespaces here.')
    ip(`link add ${link} type veth peer name uplink netns ${pid}`)
    ip(`addr add ${gateway}/30 dev ${link}`)
    ip(`link set ${link} up`)
    ipInside(`addr add ${host}/30 dev uplink`)
    ipInside('link set uplink up')
    ipInside(`route add default via ${gateway}`)
  } catch (error) {
    await end(holder)
    throw error
  }
  return {
    host,
    port: PORT,
    gateway,
    prefix,
    unplug: () => ipInside('link set uplink down'),
    [Symbol.asyncDispose]: () => end(holder),
  }
}

/**
 * Opens a machine: with a network of its own where this user may have one, else a port of this computer.
 * @param index another one for each machine of a test.
 */
export async function openMachine(index: number, shared?: SharedFolder): Promise<Machine> {
  if (shared) mkdirSync(shared.to, { recursive: true })
  return createNamespaces(index, shared).catch(async () => {
    if (shared) {
      rmdirSync(shared.to)
      symlinkSync(shared.from, shared.to)
    }
    const host = '127.0.0.1'
    const port = await findFreePort()
    return { host, port, gateway: host, prefix: [], [Symbol.asyncDispose]: async () => {} }
  })
}
