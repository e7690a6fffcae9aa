import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { DeviceSession } from '#src/contract/account.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { $devices, endDevice, endOtherDevices, reloadDevices } from '#src/stores/devices.ts'
import type { FormResult } from '#src/stores/outcome.ts'
import { unloaded } from '#src/stores/query.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadFailed } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The sessions of the account. Other devices can be signed out, one by one or all. */
export function DeviceList() {
  const { data: devices, error } = useStore($devices, { ssr: () => unloaded })
  // Id of the device being signed out, or 'others'.
  const [pending, setPending] = useState('')
  const [result, setResult] = useState<FormResult>()

  async function end(id: string, request: () => Promise<FormResult>) {
    setPending(id)
    setResult(undefined)
    setResult(await request())
    setPending('')
  }

  if (error !== null) return <LoadFailed message={error} onRetry={() => void reloadDevices()} />
  if (!devices) return <Skeleton className="h-19 w-full" />
  return (
    <div className="flex flex-col items-start gap-6">
      <ul className="w-full border-t border-line" aria-label="Signed-in devices">
        {devices.map((device) => (
          <Device
            key={device.id}
            device={device}
            busy={pending === device.id}
            disabled={pending !== '' && pending !== device.id}
            onEnd={() => void end(device.id, () => endDevice(device.id))}
          />
        ))}
      </ul>
      {devices.length > 1 && (
        <Button
          variant="secondary"
          busy={pending === 'others'}
          disabled={pending !== '' && pending !== 'others'}
          onClick={() => void end('others', endOtherDevices)}
        >
          Sign out everywhere else
        </Button>
      )}
      {result && <Notice kind={result.ok ? 'success' : 'error'}>{result.message}</Notice>}
    </div>
  )
}

interface DeviceProps {
  device: DeviceSession
  busy: boolean
  disabled: boolean
  onEnd: () => void
}

const Device = ({ device, busy, disabled, onEnd }: DeviceProps) => (
  <li className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-3">
    <div className="min-w-0">
      <p className="break-words">{device.device}</p>
      <p className="text-sm text-muted">
        {device.current ? 'This device' : `Last seen ${formatInstant(device.lastSeenAt)}`}
      </p>
    </div>
    {!device.current && (
      <Button variant="quiet" className="-me-4" busy={busy} disabled={disabled} onClick={onEnd}>
        Sign out<span className="sr-only"> {device.device}</span>
      </Button>
    )}
  </li>
)
