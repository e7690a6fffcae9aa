import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { IST_OFFSET_MS } from '#src/rules/dates.ts'
import { tryLock } from '../db/file-lock.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../job.ts'
import { listBackups, toBackupName } from './backup.ts'
import type { BackupRequest } from './backup-child.ts'

/** Hour in India from which the backup of a night is due. */
const BACKUP_HOUR = 3

/** Returns the time at which the backup of the last night was due. */
export function toLastNight(now: number): number {
  const offset = IST_OFFSET_MS - BACKUP_HOUR * HOUR_MS
  return Math.floor((now + offset) / DAY_MS) * DAY_MS - offset
}

/**
 * Backs the shop up to BACKUP_DIR once a night, and deletes the oldest backups beyond BACKUP_KEEP. Of several
 * processes, one does so at a time.
 */
export async function backUpWhenDue(deps: Deps): Promise<void> {
  const { BACKUP_DIR, BACKUP_KEEP } = deps.env
  if (!BACKUP_DIR) return
  // The folder has personal data: only this user may read it.
  mkdirSync(BACKUP_DIR, { recursive: true, mode: 0o700 })
  const unlock = tryLock(join(BACKUP_DIR, 'backup.lock'))
  if (!unlock) return
  try {
    const now = deps.now()
    const newest = listBackups(BACKUP_DIR).at(-1)
    if (newest && newest.createdAt >= toLastNight(now)) return
    const id = toBackupName(new Date(now))
    const pictures = await runBackup(deps, join(BACKUP_DIR, id), now)
    deps.log('info', 'backed up', { id, pictures })
    for (const { folder: old } of listBackups(BACKUP_DIR).slice(0, -BACKUP_KEEP))
      await rm(old, { recursive: true })
  } finally {
    unlock()
  }
}

/** @returns the number of pictures. */
async function runBackup({ env, signal }: Deps, folder: string, now: number): Promise<number> {
  const child = fork(join(import.meta.dirname, 'backup-child.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...(signal && { signal }),
  })
  const output = child.stderr ? text(child.stderr) : ''
  const ended = once(child, 'close')
  const result = Promise.withResolvers<{ pictures: number }>()
  child.once('message', result.resolve).once('error', result.reject)
  ended.then(
    async () => result.reject(new Error(`The backup failed: ${toReason(await output)}`)),
    result.reject,
  )
  const request: BackupRequest = { env, folder, now }
  child.send(request)
  const { pictures } = await result.promise
  await ended
  return pictures
}

/** Returns the last message of a process that failed. */
const toReason = (output: string): string =>
  /^\w*Error: (.+)$/m.exec(output)?.[1] ?? 'its process ended.'

export const backupJob: Job = {
  name: 'backup',
  process: 'desk',
  task: 'backs the shop up each night, where BACKUP_DIR is set',
  intervalMs: HOUR_MS / 2,
  bound: 'a process of its own',
  tables: 'every table',
  open: (deps) => ({ run: () => backUpWhenDue(deps) }),
}
