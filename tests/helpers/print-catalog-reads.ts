import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { printLine } from '#src/run/console-output.ts'

// Imported into a shop before its own code (NODE_OPTIONS=--import): prints a line when it has read whole products.

const print = (sql: string): void => {
  if (/^select \*.* from "product" where .*"id" in/s.test(sql))
    printLine(process.env['CATALOG_READ'] ?? '')
}

const all = Reflect.get(StatementSync.prototype, 'all') as (...args: unknown[]) => unknown
Reflect.set(
  StatementSync.prototype,
  'all',
  function printAll(this: StatementSync, ...args: unknown[]) {
    print(this.sourceSQL)
    return all.apply(this, args)
  },
)

const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
Reflect.set(pg.Client.prototype, 'query', function printQuery(this: pg.Client, ...args: unknown[]) {
  const [text] = args
  print(typeof text === 'string' ? text : String(Reflect.get(text as object, 'text')))
  return query.apply(this, args)
})
