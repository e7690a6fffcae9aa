import { once } from 'node:events'
import type { ServerEnv } from '../env.ts'
import { createBackup } from './backup.ts'

export interface BackupRequest {
  env: ServerEnv
  folder: string
  now: number
}

// A child process checks the copy, because that reads all of it while requests wait.
const [{ env, folder, now }] = (await once(process, 'message')) as [BackupRequest]
const { pictures } = await createBackup(env, folder, new Date(now))
process.send?.({ pictures })
process.disconnect()
