import type { Deps } from '../deps.ts'
import { version } from '../version.ts'
import type { Handlers } from './mount.ts'

/** Up means that the database answers, too. */
export const healthHandlers = ({ db, env }: Deps): Pick<Handlers, 'GET /health'> => ({
  'GET /health': async () => {
    await db.selectFrom('setting').select('value').limit(1).execute()
    return { status: 'ok', preview: env.PREVIEW, version }
  },
})
