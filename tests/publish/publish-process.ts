import { publish } from '#src/publish/publisher.ts'
import { openReleases } from '#src/publish/release/releases.ts'

// One publish of the fixture in a process of its own, to be killed or to compete with another.
const [, , root = '', dataDir = '', apiUrl = ''] = process.argv

const { built, release } = await publish({
  root,
  releases: openReleases(dataDir),
  apiUrl,
  env: process.env,
  onProgress: () => {},
})
process.stdout.write(`${built ? 'built' : 'same'} ${release.id}\n`)
