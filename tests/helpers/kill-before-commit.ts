import type { KyselyPlugin } from 'kysely'
import type { Deps } from '#src/server/core/deps.ts'

/** The same dependencies, whose process dies before it commits: the last statement, of the audit log, fails. */
export function killBeforeCommit(deps: Deps): Deps {
  const dying: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('audit_entry'))
        throw new Error('Connection terminated')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...deps, db: deps.db.withPlugin(dying) }
}
