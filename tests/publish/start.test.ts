import { expect, test } from 'vitest'
import { runCommand } from '#tools/site-process.ts'

/** A module that each process prints its own line with. */
const PRINT =
  'data:text/javascript,console.log(process.argv.at(-1),process.env.MALLOC_TRIM_THRESHOLD_)'

test.runIf(process.platform === 'linux')(
  'the start begins once more, with its arguments and the setting of malloc',
  async () => {
    const env = { PORT: 'no number', NODE_OPTIONS: `--import=${PRINT}` }
    const { code, stdout, stderr } = await runCommand('src/run/start.js', env, ['--no-build'])
      .exited
    expect(stdout.trim().split('\n')).toEqual(['--no-build undefined', '--no-build 131072'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('PORT')])
  },
)
