import { paths } from '#src/rules/paths.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'

/** Stays in view beneath the header while the form is scrolled. */
export const EditBar = ({ busy, hydrated }: { busy: boolean; hydrated: boolean }) => (
  <div className="sticky top-(--header-height-compact) z-(--z-sticky-bar) -mx-gutter flex items-center justify-between gap-4 bg-page px-gutter py-3">
    <a href={paths.profile} className={`${buttonClass('quiet')} px-0!`}>
      <Icon name="arrow-left" className="size-4" />
      Back
    </a>
    <Button type="submit" busy={busy} disabled={!hydrated}>
      {busy ? 'Saving...' : 'Save Changes'}
    </Button>
  </div>
)
