import { useState } from 'react'
import { exportAccount } from '#src/stores/profile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

const FILE_NAME = 'kairavi-my-data.json'

function downloadFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(url)
}

export function DownloadData() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function download() {
    setBusy(true)
    setFailure('')
    const result = await exportAccount()
    if (result.ok) downloadFile(result.text)
    else setFailure(result.message)
    setBusy(false)
  }

  return (
    <div className="flex flex-col items-start gap-5">
      <Button variant="secondary" busy={busy} onClick={() => void download()}>
        {busy ? 'Gathering...' : 'Download my data'}
      </Button>
      {failure && <Notice kind="error">{failure}</Notice>}
    </div>
  )
}
