import { build } from 'astro'

// The publisher has exited, so this build could never be published.
process.on('disconnect', () => process.exit(1))

/** The line of an error that names the cause, and the file in which it is. */
function formatReason(error: unknown): string {
  const { message = String(error), loc } = Object(error) as {
    message?: string
    loc?: { file?: string }
  }
  const lines = message
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\w*Error: )?(?:\[vite\]:? )?/, '').trim())
  const reason = lines.find((line) => line !== '' && !line.startsWith('Build failed with'))
  return [reason ?? message, loc?.file && `in ${loc.file}`].filter(Boolean).join(' ')
}

try {
  await build({ root: process.cwd(), logLevel: 'warn' })
  process.exit(0)
} catch (error) {
  if (process.send) process.send(formatReason(error), () => process.exit(1))
  else process.exit(1)
}
