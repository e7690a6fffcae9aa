import { restoreBackup } from '#src/server/core/backup/backup.ts'
import { StartupError } from '#src/server/core/startup-error.ts'
import { exitWithError, printLine, stopwatch } from './console-output.ts'
import { readSettings } from './settings.ts'

// npm run restore -- <folder>: fills an empty shop from a backup.

async function restore([folder]: string[]): Promise<void> {
  const since = stopwatch()
  if (!folder)
    throw new StartupError('Name the backup: npm run restore -- data/backups/20261121-093000.')
  const { createdAt, pictures } = await restoreBackup(readSettings(), folder)
  printLine(`Restored in ${since()}: the backup of ${createdAt}, ${pictures} pictures.`)
}

restore(process.argv.slice(2)).then(() => process.exit(0), exitWithError)
