import { join } from 'node:path'
import { createBackup, toBackupName } from '#src/server/core/backup/backup.ts'
import { exitWithError, printLine, stopwatch } from './console-output.ts'
import { readSettings } from './settings.ts'

// npm run backup [-- <folder>]: copies the running shop to a new folder. The default is a folder of
// DATA_DIR/backups that is named after the time.

async function backUp([target]: string[]): Promise<void> {
  const since = stopwatch()
  const env = readSettings()
  const now = new Date()
  const folder = target ?? join(env.DATA_DIR, 'backups', toBackupName(now))
  const { engine, pictures } = await createBackup(env, folder, now)
  printLine(`Backed up and checked in ${since()}: ${folder} (${engine}, ${pictures} pictures).`)
}

backUp(process.argv.slice(2)).then(() => process.exit(0), exitWithError)
