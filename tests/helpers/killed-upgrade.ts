import { migrate } from '#src/server/core/db/migrate.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import { createInterruption } from './interruption.ts'

// Upgrades the database of DATABASE_URL, and kills itself before a statement: its number is the argument.

const { db } = await openDatabase(process.env['DATABASE_URL'] ?? '')
const kill = () => process.kill(process.pid, 'SIGKILL')
await migrate(db.withPlugin(createInterruption(Number(process.argv[2]), kill)))
await db.destroy()
