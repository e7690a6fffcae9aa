import { build } from 'astro'

// The publisher that started this process is gone: nobody would switch to what is being built.
process.on('disconnect', () => process.exit(1))

/** The line of an error that tells an operator what to mend, and the file where it stands. */
function reasonOf(error: unknown): string {
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
  if (process.send) process.send(reasonOf(error), () => process.exit(1))
  else process.exit(1)
}
