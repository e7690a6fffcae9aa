import { once } from 'node:events'
import type { ServerEnv } from '../env.ts'
import { createBackup } from './backup.ts'

export interface BackupRequest {
  env: ServerEnv
  folder: string
  now: number
}

// A process of its own: the check of a copy reads all of it, which no request waits for.
const [{ env, folder, now }] = (await once(process, 'message')) as [BackupRequest]
const { pictures } = await createBackup(env, folder, new Date(now))
process.send?.({ pictures })
process.disconnect()
