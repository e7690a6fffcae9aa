import { Button } from '#src/ui/Button.tsx'

interface StepButtonsProps {
  label: string
  busyLabel: string
  busy: boolean
  ready: boolean
  keep: string
  danger?: boolean
  onKeep: () => void
}

/** The buttons of a form in a dialog. */
export const StepButtons = ({
  label,
  busyLabel,
  busy,
  ready,
  keep,
  danger,
  onKeep,
}: StepButtonsProps) => (
  <div className="flex flex-wrap gap-x-6 gap-y-3">
    <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={!ready}>
      {busy ? busyLabel : label}
    </Button>
    {/* Its label begins where its box does, also if it is on a line of its own. */}
    <Button variant="quiet" size="flush" onClick={onKeep}>
      {keep}
    </Button>
  </div>
)
