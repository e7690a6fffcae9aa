import { paths } from '#src/rules/paths.ts'
import { withNext } from '#src/rules/redirects.ts'
import { useNextPath } from '../hooks/use-account.ts'

/** For whoever has followed the link already. */
export function LogInLink() {
  const next = useNextPath()
  return (
    <p className="text-muted">
      Verified already?{' '}
      <a
        href={withNext(paths.login, next)}
        className="inline-flex min-h-11 items-center text-ink link"
      >
        Log in
      </a>
    </p>
  )
}
