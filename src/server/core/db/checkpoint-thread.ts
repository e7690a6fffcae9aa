import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

// A thread that writes the log of a database file back to the file, and ends. Readers and writers go on meanwhile.

const file = new DatabaseSync(workerData as string)
file.exec('pragma wal_checkpoint(passive)')
file.close()
