import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { DeviceSession } from '#src/contract/account.ts'
import { formatDateTime } from '#src/rules/dates.ts'
import type { Answer } from '#src/stores/answer.ts'
import { $devices, endDevice, endOtherDevices, loadDevices } from '#src/stores/devices.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** Where the account is signed in, with a way to end each of the others, and all of them. */
export function DeviceList() {
  const state = useStore($devices, { ssr: 'initial' })
  const [busy, setBusy] = useState('')
  const [said, setSaid] = useState<Answer>()
  useEffect(() => {
    void loadDevices()
  }, [])

  async function end(what: string, ending: () => Promise<Answer>) {
    setBusy(what)
    setSaid(undefined)
    setSaid(await ending())
    setBusy('')
  }

  if (state.kind === 'loading') return <Skeleton className="h-24 w-full" />
  if (state.kind === 'failed')
    return (
      <div className="flex flex-col items-start gap-5">
        <Notice kind="error">{state.message}</Notice>
        <Button variant="secondary" onClick={() => void loadDevices()}>
          Try again
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-6">
      <ul className="w-full border-t border-line" aria-label="Signed-in devices">
        {state.devices.map((device) => (
          <Device
            key={device.id}
            device={device}
            busy={busy === device.id}
            resting={busy !== ''}
            onEnd={() => void end(device.id, () => endDevice(device.id))}
          />
        ))}
      </ul>
      {state.devices.length > 1 && (
        <Button
          variant="secondary"
          busy={busy === 'others'}
          disabled={busy !== ''}
          onClick={() => void end('others', endOtherDevices)}
        >
          Sign out everywhere else
        </Button>
      )}
      {said && <Notice kind={said.ok ? 'success' : 'error'}>{said.message}</Notice>}
    </div>
  )
}

interface DeviceProps {
  device: DeviceSession
  busy: boolean
  resting: boolean
  onEnd: () => void
}

const Device = ({ device, busy, resting, onEnd }: DeviceProps) => (
  <li className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-3">
    <div className="min-w-0">
      <p className="break-words">{device.device}</p>
      <p className="text-sm text-muted">
        {device.current ? 'This device' : `Last seen ${formatDateTime(device.lastSeenAt)}`}
      </p>
    </div>
    {!device.current && (
      <Button variant="quiet" className="-me-4" busy={busy} disabled={resting} onClick={onEnd}>
        Sign out<span className="sr-only"> {device.device}</span>
      </Button>
    )}
  </li>
)
